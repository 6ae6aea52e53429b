import Glibc

/// Implements `make module`: generates a module's files in this package from a template.
struct Generator {
  let root: String
  let extraTemplates: String?
  /// Prints a line for the user.
  let say: (String) -> Void

  /// Prints the templates, one per line.
  func list() throws(Refusal) {
    try Catalog(root: root, extra: extraTemplates).lines.forEach(say)
  }

  /// Prints its plan, then writes either all of it or nothing.
  func generate(_ name: ModuleName, style: String, force: Bool) throws(Refusal) {
    let template = try Catalog(root: root, extra: extraTemplates).template(named: style)
    try refuseTargetName(name, force: force)
    let plan = try Plan(name, from: template, in: root)
    say("\(name.name), \(template.name): \(template.description)")
    plan.lines.forEach(say)
    if !force && !plan.replaced.isEmpty {
      throw Refusal(
        """
        Files of \(name.name) are there already, and nothing was written: \
        \(plan.replaced.joined(separator: ", ")). FORCE=1 replaces them.
        """)
    }
    let files = plan.steps.filter { $0.action != .keep }.map { ("\(root)/\($0.path)", $0.text) }
    try Transaction.write(files)
    say("Written. Build and test it by: make try NAME=\(name.name)")
    for note in plan.notes where !note.isEmpty { say(note) }
  }

  /// Refuses a name in use. With `force`, the name of an existing module is allowed, but never that
  /// of another part.
  private func refuseTargetName(_ name: ModuleName, force: Bool) throws(Refusal) {
    let sources = try existing("Sources")
    let tests = try existing("Tests")
    for taken in [name.name, name.name + "Tests"] where sources.union(tests).contains(taken) {
      throw Refusal(
        "“\(name.name)” is taken: \(taken) is a part of the package. Take another name.")
    }
    let isModule = try existing("Sources/Modules").contains(name.name)
    if isModule && !force {
      throw Refusal("There is a module \(name.name) already. FORCE=1 replaces its files.")
    }
  }

  private func existing(_ folder: String) throws(Refusal) -> Set<String> {
    guard Files.kind(of: "\(root)/\(folder)") == .folder else { return [] }
    return Set(try Files.names(in: "\(root)/\(folder)"))
  }
}

/// Writes several files so that either all of them change or none.
///
/// Every text first goes to a temporary file in its folder; they are renamed only after all are
/// written. The old file stays under a backup name until the last rename.
struct Transaction {
  private struct Move {
    let path: String
    let temporary: String
    let backup: String
    var isDone = false
    var hasBackup = false
  }

  private var moves: [Move] = []
  private var madeFolders: [String] = []

  static func write(_ files: [(path: String, text: String)]) throws(Refusal) {
    // An interrupt between two renames would leave half of the files: it waits until all are done.
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }

    var transaction = Transaction()
    do {
      for file in files { try transaction.stage(file.path, file.text) }
      for index in transaction.moves.indices { try transaction.move(index) }
    } catch {
      transaction.undo()
      throw error
    }
    for move in transaction.moves where move.hasBackup { unlink(move.backup) }
  }

  private mutating func stage(_ path: String, _ text: String) throws(Refusal) {
    let split = path.lastIndex(of: "/").map { (path[..<$0], path[path.index(after: $0)...]) }
    let (folder, name) = split ?? (".", path[...])
    try makeFolder(String(folder))
    let hidden = "\(folder)/.\(name).\(getpid())"
    let move = Move(path: path, temporary: hidden + ".new", backup: hidden + ".old")
    let file = open(move.temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw Files.failure("The file", path, "be written") }
    moves.append(move)
    defer { close(file) }
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Files.failure("The file", path, "be written") }
      done += count
    }
    // Disks may not report before this call that they are full.
    guard fsync(file) == 0 else { throw Files.failure("The file", path, "be written") }
  }

  private mutating func makeFolder(_ folder: String) throws(Refusal) {
    if folder.isEmpty || Files.kind(of: folder) == .folder { return }
    if let slash = folder.lastIndex(of: "/") { try makeFolder(String(folder[..<slash])) }
    guard mkdir(folder, 0o777) == 0 else { throw Files.failure("The folder", folder, "be made") }
    madeFolders.append(folder)
  }

  private mutating func move(_ index: Int) throws(Refusal) {
    let move = moves[index]
    if Files.isThere(move.path) {
      guard link(move.path, move.backup) == 0 else {
        throw Files.failure("The file", move.path, "be replaced")
      }
      moves[index].hasBackup = true
    }
    guard rename(move.temporary, move.path) == 0 else {
      throw Files.failure("The file", move.path, "be replaced")
    }
    moves[index].isDone = true
  }

  private func undo() {
    for move in moves.reversed() {
      switch (move.isDone, move.hasBackup) {
      case (true, true): rename(move.backup, move.path)
      case (true, false): unlink(move.path)
      case (false, true):
        unlink(move.backup)
        unlink(move.temporary)
      case (false, false): unlink(move.temporary)
      }
    }
    for folder in madeFolders.reversed() { rmdir(folder) }
  }
}
