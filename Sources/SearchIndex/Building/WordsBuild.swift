import Threads

/// Makes the full-text index of a new index on a separate thread, in a separate file: it is about
/// half of the writing, and SQLite lets only one thread at a time write to a file.
///
/// The queue is limited: the caller waits if it is full.
final class WordsBuild: Sendable {
  private struct Words {
    var id: Int64
    var parts: [[UInt8]]
  }

  private struct State {
    var waiting: [Words] = []
    var bytes = 0
    /// Nothing more is added.
    var isEnded = false
    /// The build is cancelled.
    var isStopped = false
    var outcome: Result<Void, DatabaseError>?
  }

  /// The size of the queue: some thousand notes.
  private static let mostWaiting = 12 << 20

  private let path: [UInt8]
  /// Encrypts the file; nil for a plain one.
  private let files: SealedFiles?
  private let state = Signal(State())

  /// The file must exist and be unused.
  init(path: [UInt8], in files: SealedFiles?) {
    self.path = path
    self.files = files
  }

  /// Returns false if the system has no thread to spare.
  func start() -> Bool {
    DedicatedThread.start(inBackground: true) { [self] in
      let outcome = Result { () throws(DatabaseError) in try run() }
      state.change { $0.outcome = outcome }
    }
  }

  /// Ids must ascend.
  func add(_ parts: [[UInt8]], _ id: Int64) throws(DatabaseError) {
    let size = parts.reduce(0) { $0 + $1.count }
    let outcome = state.wait { state -> Result<Void, DatabaseError>? in
      if let outcome = state.outcome { return outcome }
      guard state.waiting.isEmpty || state.bytes + size <= Self.mostWaiting else { return nil }
      state.waiting.append(Words(id: id, parts: parts))
      state.bytes += size
      return .success(())
    }
    try outcome.get()
  }

  /// Waits until everything is in the file.
  func finish() throws(DatabaseError) {
    state.change { $0.isEnded = true }
    try state.wait { $0.outcome }.get()
  }

  /// Ends the thread, and returns once it has closed the file.
  func stop() {
    state.change { $0.isStopped = true }
    _ = state.wait { $0.outcome }
  }

  private func run() throws(DatabaseError) {
    let database = try Database(path: path, .building, in: files)
    try database.prepareWords()
    try database.execute(Schema.words)
    try database.collectWords()
    try database.execute("BEGIN")
    while let some = next() {
      for words in some { try database.insertWords(words.parts, words.id) }
    }
    try database.execute("COMMIT")
  }

  /// Returns nil after the last.
  private func next() -> [Words]? {
    state.wait { state -> [Words]?? in
      if state.isStopped { return .some(nil) }
      if state.waiting.isEmpty { return state.isEnded ? .some(nil) : nil }
      let some = state.waiting
      (state.waiting, state.bytes) = ([], 0)
      return some
    }
  }
}

extension Database {
  /// The bytes of the full-text index that are collected before writing; more would be slower,
  /// because they exceed the processor's cache.
  private static let collected = 24 << 20

  /// Inserts the words of a note. For several notes ids must ascend: otherwise the index would
  /// consist of as many pieces.
  func insertWords(_ parts: [[UInt8]], _ id: Int64) throws(DatabaseError) {
    for part in parts {
      try run("INSERT INTO words (rowid, word) VALUES (?, ?)", .int(id), .utf8(part))
    }
  }

  /// Prepares for many notes: what is written is not merged with earlier parts.
  func collectWords() throws(DatabaseError) {
    try run("INSERT INTO words (words, rank) VALUES ('hashsize', ?)", .int(Self.collected))
    try run("INSERT INTO words (words, rank) VALUES ('automerge', 0)")
  }

  /// Restores the settings of every index: merged as it grows.
  func mergeWords() throws(DatabaseError) {
    try run("INSERT INTO words (words, rank) VALUES ('hashsize', 1048576)")
    try run("INSERT INTO words (words, rank) VALUES ('automerge', 4)")
  }

  /// Copies the full-text index of another file, whose thread has ended, into an index without
  /// words. FTS5 stores tables of blocks, which are copied unchanged. This connection still caches
  /// the old state, so it must not add words.
  func takeWords(from path: [UInt8]) throws(DatabaseError) {
    try run("ATTACH ? AS other", .bytes(path))
    try transaction { () throws(DatabaseError) in
      for table in ["words_data", "words_idx"] {
        try run("DELETE FROM main.\(table)")
        try run("INSERT INTO main.\(table) SELECT * FROM other.\(table)")
      }
    }
    try run("DETACH other")
  }
}
