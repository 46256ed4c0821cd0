"""`deckwright completion`."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")

_BASH = r"""# deckwright: completion for bash 4.4 and later.
# Put this line into ~/.bashrc:
#   eval "$(deckwright completion bash)"
_deckwright_completion() {
    local IFS=$'\n' line type value quote before
    _deckwright_quote
    COMPREPLY=()
    while IFS= read -r line; do
        type="${line%%,*}"
        value="${line#*,}"
        if [[ $type == dir ]]; then
            compopt -o dirnames
        elif [[ $type == file ]]; then
            compopt -o default
        elif [[ $type == plain ]]; then
            _deckwright_escape && COMPREPLY+=("$value")
        fi
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _DECKWRIGHT_COMPLETE=bash_complete "$1" 2>/dev/null)
}
# Which quote is open at the cursor, and what stands before it.
_deckwright_quote() {
    local typed="${COMP_LINE:0:COMP_POINT}" at char
    quote='' before=''
    for (( at = 0; at < ${#typed}; at++ )); do
        char="${typed:at:1}"
        if [[ $char == \\ && $quote != \' ]]; then
            (( ++at ))
        elif [[ -z $quote && $char == [\"\'] ]]; then
            quote=$char before="${typed:at-1:1}"
        elif [[ $char == "$quote" ]]; then
            quote=''
        fi
    done
}
# Write the value as the shell reads it at the cursor: readline puts it behind a quote that is open, and closes that.
_deckwright_escape() {
    local char again="'\\''" apart="\"'!'\""
    if [[ -z $quote ]]; then
        printf -v value %q "$value"
    elif [[ $before != [[:space:]=] ]]; then
        return 1 # the word begins before its quote
    elif [[ $quote == \' ]]; then
        value=${value//"'"/"$again"}
    else
        for char in \\ \" \$ \`; do
            value=${value//"$char"/"\\$char"}
        done
        value=${value//"!"/"$apart"}
    fi
    # Behind such a value readline closes no quote.
    [[ -z $quote || $value != *"$quote" ]] || value+=$quote
}
complete -o nosort -o default -F _deckwright_completion deckwright
"""

_ZSH = r"""#compdef deckwright
# deckwright: completion for zsh. Put this line into ~/.zshrc, behind compinit:
#   eval "$(deckwright completion zsh)"
# or write it to a file named _deckwright in a folder of $fpath.
_deckwright_completion() {
    local -a plain described response
    local type key descr
    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \
        _DECKWRIGHT_COMPLETE=zsh_complete deckwright 2>/dev/null)}")
    for type key descr in ${response}; do
        if [[ $type == plain && $descr == _ ]]; then
            plain+=("$key")
        elif [[ $type == plain ]]; then
            described+=("$key:$descr")
        elif [[ $type == dir ]]; then
            _path_files -/
        elif [[ $type == file ]]; then
            _path_files -f
        fi
    done
    (( $#described )) && _describe -V unsorted described -U
    (( $#plain )) && compadd -U -V unsorted -a plain
    (( $#described + $#plain )) || _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _deckwright_completion "$@"
else
    compdef _deckwright_completion deckwright
fi
"""

_FISH = r"""# deckwright: completion for fish. Write it to ~/.config/fish/completions/deckwright.fish:
#   deckwright completion fish > ~/.config/fish/completions/deckwright.fish
function _deckwright_completion
    set -l found 0
    for line in (env _DECKWRIGHT_COMPLETE=fish_complete COMP_WORDS=(commandline -cp | string collect) \
            COMP_CWORD=(commandline -t | string collect) deckwright 2>/dev/null)
        set -l parts (string split -m 1 "," -- $line)
        switch $parts[1]
            case plain
                set found 1
                echo $parts[2]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
        end
    end
    test $found = 1; or __fish_complete_path (commandline -ct)
end
complete --no-files --keep-order --command deckwright --arguments "(_deckwright_completion)"
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""Each shell's script, which begins with how to install it."""


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL", required=False)
def completion(shell: str | None) -> None:
    """Print the script that teaches a shell to complete.

    SHELL is bash, zsh or fish. Commands, options, games, formats, saved decklists, samples and card names are
    completed. The script's first lines say where it goes.
    """
    if shell is None:
        raise click.UsageError(
            f"completion takes the name of a shell: {', '.join(SHELLS[:-1])} or {SHELLS[-1]}"
        )
    click.echo(SCRIPTS[shell], nl=False)
