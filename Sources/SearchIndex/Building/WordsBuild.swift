import Files
import Threads

/// Makes the full-text index of a new index on a thread of its own, in a file of its own: it is about
/// half of the work of writing, and SQLite lets one thread at a time write to one file.
///
/// What waits to be written is bounded: the writer waits then.
final class WordsBuild: Sendable {
  private struct Words {
    var id: Int64
    var parts: [[UInt8]]
  }

  private struct State {
    var waiting: [Words] = []
    var bytes = 0
    /// Nothing more comes.
    var isEnded = false
    /// It is cancelled.
    var isStopped = false
    var outcome: Result<Void, DatabaseError>?
  }

  /// Some thousand notes: so far the rows may be ahead of the words.
  private static let mostWaiting = 12 << 20

  private let path: [UInt8]
  /// What seals the file; nil for a plain one.
  private let files: SealedFiles?
  private let state = Signal(State())

  /// The file must be there, and be unused.
  init(path: [UInt8], in files: SealedFiles?) {
    self.path = path
    self.files = files
  }

  /// False where the system has no thread to spare.
  func start() -> Bool {
    DedicatedThread.start(inBackground: true) { [self] in
      let outcome = Result { () throws(DatabaseError) in try run() }
      state.change { $0.outcome = outcome }
    }
  }

  /// Must come with ascending ids.
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

  /// Waits until all of it is in the file.
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

  /// Nil after the last.
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
  /// So much of the full-text index is collected before it is written; larger would take longer,
  /// since it no longer fits into the processor's cache.
  private static let collected = 24 << 20

  /// Several notes at a time must come with ascending ids: the index would otherwise be made of as many
  /// pieces.
  func insertWords(_ parts: [[UInt8]], _ id: Int64) throws(DatabaseError) {
    for part in parts {
      try run("INSERT INTO words (rowid, word) VALUES (?, ?)", .int(id), .utf8(part))
    }
  }

  /// For many notes at once: what is written is not merged with what was written before.
  func collectWords() throws(DatabaseError) {
    try run("INSERT INTO words (words, rank) VALUES ('hashsize', ?)", .int(Self.collected))
    try run("INSERT INTO words (words, rank) VALUES ('automerge', 0)")
  }

  /// As every index is in the end: merged as it grows.
  func mergeWords() throws(DatabaseError) {
    try run("INSERT INTO words (words, rank) VALUES ('hashsize', 1048576)")
    try run("INSERT INTO words (words, rank) VALUES ('automerge', 4)")
  }

  /// Takes over the full-text index of another file, whose thread has ended, into one that has no
  /// words yet. What FTS5 keeps is tables of blocks: they are copied as they are. This connection
  /// remembers the words as they were before, so that no others can be added by it.
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
