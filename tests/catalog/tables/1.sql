-- The tables of version 1. Catalogues of it are out there: this stays as it is.

CREATE TABLE game (
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    document TEXT NOT NULL,
    shipped BOOLEAN NOT NULL,
    digest VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE shipped (
    stamp VARCHAR NOT NULL,
    PRIMARY KEY (stamp)
);

CREATE TABLE user_card (
    id VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE card_type (
    game VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    plural VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (game, id),
    FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);

CREATE TABLE deck (
    id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    saved_at VARCHAR NOT NULL,
    text TEXT NOT NULL,
    sha VARCHAR NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (name, version),
    FOREIGN KEY(game) REFERENCES game (id)
);

CREATE TABLE card (
    id VARCHAR NOT NULL,
    game VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    subtype VARCHAR,
    subtype_key VARCHAR,
    set_code VARCHAR NOT NULL,
    set_key VARCHAR NOT NULL,
    number VARCHAR NOT NULL,
    number_key VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    folded VARCHAR NOT NULL,
    identity VARCHAR NOT NULL,
    text TEXT NOT NULL,
    text_folded TEXT NOT NULL,
    copies INTEGER,
    source VARCHAR NOT NULL,
    assumed TEXT DEFAULT '[]' NOT NULL,
    fields TEXT DEFAULT '{}' NOT NULL,
    keys TEXT DEFAULT '{}' NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(game, type) REFERENCES card_type (game, id),
    FOREIGN KEY(game) REFERENCES game (id) ON DELETE CASCADE
);

CREATE INDEX card_by_game ON card (game);

CREATE INDEX card_by_identity ON card (identity);

CREATE INDEX card_by_name ON card (folded, game);

CREATE INDEX card_by_type ON card (type, game, folded);

CREATE TABLE deck_entry (
    id INTEGER NOT NULL,
    deck INTEGER NOT NULL,
    zone VARCHAR NOT NULL,
    card TEXT,
    name VARCHAR NOT NULL,
    count INTEGER NOT NULL,
    lines TEXT DEFAULT '[]' NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(deck) REFERENCES deck (id) ON DELETE CASCADE,
    FOREIGN KEY(card) REFERENCES card (id) ON DELETE SET NULL
);

CREATE INDEX ix_deck_entry_card ON deck_entry (card);

CREATE INDEX ix_deck_entry_deck ON deck_entry (deck);
