/// The tables. After a change of one, or of the source of its rows, increase `version`: an index of
/// another version is rebuilt.
///
/// `note.id` ascends with age: in the order of ids the newest note is first, in every table and in
/// the lists of the full-text index. A note that changes gets a new id at the front.
enum Schema {
  static let version: Int64 = 23

  /// The id of the newest note of a new index. Newer ones get smaller ids. All take four bytes in a
  /// row, and there is room for 67 million on both sides; beyond that rows would only grow.
  static let firstID: Int64 = 1 << 30
  /// The distance between ids, so that a note fits between two others.
  static let step: Int64 = 16

  /// Kinds in `name`.
  enum NameKind: Int64, CaseIterable {
    /// The file's name without its extension, by its `LinkName.key(of:)`.
    case stem = 0
    case title
    case alias
    /// `id` or `identifier` of the front matter, a Denote stamp, or an id at the start of the name.
    case id

    /// The condition for rows of `name` that links can use.
    static let leads = "kind IN (\(stem.rawValue), \(id.rawValue))"
  }

  /// Kinds in `link`.
  enum LinkKind: Int64 {
    case wiki = 0
    case markdown
    case reference
  }

  /// Bits of `note.features`.
  enum Feature {
    /// A link, to the vault or elsewhere.
    static let link: Int64 = 1
    static let task: Int64 = 2
    /// A link or embed whose target's name has an extension that is not a note's.
    static let attachment: Int64 = 4
    /// The property of Obsidian's plugin Kanban.
    static let board: Int64 = 8
  }

  /// Keys in `meta`.
  enum Meta {
    /// The smallest id that was ever given to a note.
    static let lowest = "lowest"
    /// When the whole vault was last checked, in nanoseconds since 1970.
    static let reconciled = "reconciled"
    /// The number of rows in `note`.
    static let notes = "notes"
    /// The number of rows in `stale`.
    static let stale = "stale"
    /// Increases with each change of a note's rows.
    static let changes = "changes"
  }

  /// `path`, `key` and `target` are bytes; a `key` is `Folding.name` of the original.
  static let tables = """
    CREATE TABLE note (
      id INTEGER PRIMARY KEY,
      folder INTEGER NOT NULL,
      path BLOB NOT NULL,
      title TEXT NOT NULL,
      snippet TEXT NOT NULL,
      modified INTEGER NOT NULL,  -- nanoseconds since 1970, as all times here
      created INTEGER,            -- as the note says, NULL where it does not
      obstacle TEXT,              -- why it cannot be opened, as a code of `NoteObstacle`
      words INTEGER NOT NULL,     -- how many, each as often as it stands there
      features INTEGER NOT NULL,
      tasks INTEGER NOT NULL,
      openTasks INTEGER NOT NULL,
      problem TEXT,               -- why its front matter cannot be read
      inode INTEGER NOT NULL,
      size INTEGER NOT NULL,
      changed INTEGER NOT NULL,   -- 0 where the file may have changed unseen since it was read
      digest INTEGER NOT NULL
    );
    -- Every id that stands in `words` and no longer in `note`.
    CREATE TABLE stale (id INTEGER PRIMARY KEY);
    CREATE TABLE link (
      note INTEGER NOT NULL,
      place INTEGER NOT NULL,     -- counted from 0 within the note
      line INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      isEmbed INTEGER NOT NULL,
      key BLOB NOT NULL,          -- of the bare name: without folder and note extension
      target BLOB NOT NULL,       -- as written, percent-decoded; empty within the note
      part TEXT,                  -- what stands behind the first #
      words TEXT,                 -- shown in its stead; NULL where it says none
      obsidian TEXT,              -- the target as Obsidian reads it; NULL where that is the same
      start INTEGER NOT NULL,     -- of the whole link among the note's bytes
      end INTEGER NOT NULL,
      PRIMARY KEY (note, place)
    ) WITHOUT ROWID;
    -- Links that are written the same, and how many there are: see `LinkGroups`.
    CREATE TABLE linkgroup (
      key BLOB NOT NULL, kind INTEGER NOT NULL, target BLOB NOT NULL, links INTEGER NOT NULL,
      PRIMARY KEY (key, kind, target)
    ) WITHOUT ROWID;
    CREATE TABLE name (
      note INTEGER NOT NULL, kind INTEGER NOT NULL, key BLOB NOT NULL,
      PRIMARY KEY (note, kind, key)
    ) WITHOUT ROWID;
    CREATE TABLE tag (
      note INTEGER NOT NULL, key BLOB NOT NULL,
      isOfTask INTEGER NOT NULL,  -- it stands in the lines of tasks alone
      PRIMARY KEY (note, key)
    ) WITHOUT ROWID;
    CREATE TABLE tagname (key BLOB PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE task (
      note INTEGER NOT NULL, line INTEGER NOT NULL,
      status TEXT NOT NULL, text TEXT NOT NULL,
      due INTEGER,                -- 20260302
      isOpen INTEGER NOT NULL,
      day INTEGER NOT NULL,       -- since 1970, as all days below; `noDay` without one
      priority INTEGER NOT NULL,
      path BLOB NOT NULL,         -- of the note: a note that changes keeps its place in the order
      created INTEGER, scheduled INTEGER, start INTEGER, done INTEGER, cancelled INTEGER,
      recurrence TEXT, id TEXT,
      needs TEXT,                 -- ids of tasks that come first, and tags, one a line
      tags TEXT,
      reminders TEXT,             -- as written, one a line
      PRIMARY KEY (note, line)
    ) WITHOUT ROWID;
    -- How many open tasks there are of each day and priority: see `TaskDayCounts`.
    CREATE TABLE taskday (
      day INTEGER NOT NULL, priority INTEGER NOT NULL, tasks INTEGER NOT NULL,
      PRIMARY KEY (day, priority)
    ) WITHOUT ROWID;
    CREATE TABLE property (
      note INTEGER NOT NULL, place INTEGER NOT NULL,
      key BLOB NOT NULL,
      name TEXT,                  -- NULL where it is written as the key is
      value TEXT,                 -- one row for each item of a list; NULL for none
      type TEXT,                  -- of the whole property, by its value; NULL for none
      number REAL,                -- of a value that is one
      moment INTEGER,             -- of a day or a time, in seconds on the wall since 1970
      whole TEXT,                 -- in a property's first row: see `PropertyForm`
      PRIMARY KEY (note, place)
    ) WITHOUT ROWID;
    -- `key:: value` in the text.
    CREATE TABLE field (
      note INTEGER NOT NULL, place INTEGER NOT NULL, line INTEGER NOT NULL,
      key BLOB NOT NULL,
      name TEXT,                  -- NULL where it is written as the key is
      value TEXT NOT NULL,
      PRIMARY KEY (note, place)
    ) WITHOUT ROWID;
    CREATE TABLE heading (
      note INTEGER NOT NULL, line INTEGER NOT NULL, level INTEGER NOT NULL, text TEXT NOT NULL,
      PRIMARY KEY (note, line)
    ) WITHOUT ROWID;
    CREATE TABLE block (
      note INTEGER NOT NULL, id TEXT NOT NULL, line INTEGER NOT NULL,
      PRIMARY KEY (note, id)
    ) WITHOUT ROWID;
    CREATE TABLE folder (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL UNIQUE,
      changed INTEGER NOT NULL,   -- 0 where it may have got other names since it was read
      sum INTEGER                 -- of the facts of its notes; NULL where they were changed since
    );
    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """

  static let words = """
    CREATE VIRTUAL TABLE words USING fts5(
      word, content = '', columnsize = 0, detail = none, tokenize = 'notes'
    );
    """

  /// `task.day` of a task without one, which comes after all others.
  static let noDay: Int64 = 1 << 40

  /// Made once all rows exist: sorting once is cheaper than inserting in order.
  static let indexes = """
    CREATE UNIQUE INDEX note_path ON note (path);
    CREATE INDEX note_folder ON note (folder);
    CREATE INDEX note_created ON note (coalesce(created, modified) DESC);
    CREATE INDEX link_key ON link (key, kind, target, note, place);
    CREATE INDEX name_key ON name (key);
    CREATE INDEX tag_key ON tag (key);
    CREATE INDEX task_due ON task (due) WHERE due IS NOT NULL;
    CREATE INDEX task_open ON task (day, priority, path, line, isOpen) WHERE isOpen;
    CREATE INDEX task_reminder ON task (note) WHERE isOpen AND reminders IS NOT NULL;
    CREATE INDEX task_id ON task (id) WHERE id IS NOT NULL;
    CREATE INDEX property_key ON property (key, value);
    CREATE INDEX property_number ON property (key, number);
    -- Numbers in quotes: texts to those who compare by kind.
    CREATE INDEX property_quoted ON property (key) WHERE number IS NOT NULL AND type = 'text';
    CREATE INDEX field_key ON field (key);
    INSERT INTO taskday
    SELECT day, priority, count(*) FROM task INDEXED BY task_open WHERE isOpen GROUP BY 1, 2;
    INSERT INTO linkgroup
    SELECT key, kind, target, count(*) FROM link INDEXED BY link_key GROUP BY 1, 2, 3;
    -- The terms of `words`: which words begin so.
    CREATE VIRTUAL TABLE term USING fts5vocab(words, instance);
    """

  /// Every table with rows of a note under `note`.
  static let parts = ["link", "name", "tag", "task", "property", "field", "heading", "block"]
}

extension Schema {
  /// The definitions as SQLite stores them. A comment may have a semicolon within its line.
  static let objects = Set(
    [tables, words, indexes].flatMap { ($0 + "\n").split(separator: ";\n") }
      .compactMap { statement in
        statement.firstRange(of: "CREATE ").map { String(statement[$0.lowerBound...]) }
      })

  /// The tables that FTS5 makes for `words`, with its own definitions.
  private static let ofWords: Set<String> = ["words_data", "words_idx", "words_config"]

  /// Whether the tables and indexes are exactly those of this version: a trigger or a view in a
  /// manipulated file would run with our statements.
  static func isOurs(_ database: Database) throws(DatabaseError) -> Bool {
    var missing = objects.union(ofWords)
    // Objects that SQLite makes for a table's keys have no definition.
    let rows = try database.query(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    while try rows.next() {
      let name = rows.text(1)
      let isOfWords = rows.text(0) == "table" && ofWords.contains(name)
      if missing.remove(isOfWords ? name : rows.text(2)) == nil { return false }
    }
    return missing.isEmpty
  }
}
