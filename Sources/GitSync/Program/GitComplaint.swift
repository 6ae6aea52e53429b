/// What git reported on its error output, untranslated.
struct GitComplaint: Sendable {
  let whole: String
  /// The lines without hints, and without progress that was overwritten on the terminal.
  private let lines: [String]

  init(_ errors: [UInt8]) {
    whole = String(decoding: errors, as: UTF8.self)
    lines = errors.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let last = line.split(separator: UInt8(ascii: "\r")).last ?? []
      return last.starts(with: "hint:".utf8) || last.isEmpty
        ? nil : String(decoding: last, as: UTF8.self)
    }
  }

  func contains(_ words: String) -> Bool { whole.contains(words) }

  /// The holder of the lock file that blocks git, if that file is on this computer.
  var lock: LockHolder? {
    guard contains(".lock': File exists"), let path = between("Unable to create '", "'") else {
      return nil
    }
    // For a remote, git prints `/media/stick/notes.git/./refs/heads/main.lock`.
    return LockHolder.find(path.replacing("/./", with: "/"))
  }

  func error(command: String, code: Int32) -> GitError {
    if contains("dubious ownership") {
      return .unsafeOwner(between("repository at '", "'") ?? "This repository")
    }
    if contains("not a git repository") { return .notARepository }
    // git could not take a lock. For the lock of a branch, the caller reports a moved branch.
    if let lock { return .locked(lock) }
    if contains("REMOTE HOST IDENTIFICATION HAS CHANGED") { return changedHost }
    for (words, error) in Self.meanings where words.contains(where: contains) { return error(said) }
    if contains("Please tell me who you are") || contains("empty ident name") { return .noName }
    return .failed(command: command, code: code, said: said)
  }

  /// The first match counts: the network's message comes before git's.
  private static let meanings: [(words: [String], error: @Sendable (String) -> GitError)] = [
    (["No space left on device", "Disk quota exceeded", "File too large"], { .noSpace($0) }),
    (["Host key verification failed"], { .unknownHost($0) }),
    (
      [
        "Permission denied (", "Authentication failed", "Authentication required",
        "Authorization error", "could not read Username",
        "could not read Password", "Too many authentication failures", "returned error: 401",
        "returned error: 403", "Invalid username or password",
      ], { .refusedCredentials($0) }
    ),
    (
      [
        "Could not resolve host", "onnection refused", "no such host", "i/o timeout",
        "onnection timed out", "peration timed out",
        "Network is unreachable", "No route to host", "Temporary failure in name resolution",
        "Name or service not known", "Failed to connect", "ouldn't connect", "Connection reset",
        "Connection closed", "kex_exchange_identification", "unable to look up", "Timeout was",
        "timed out after", "Operation too slow", "returned error: 5",
      ], { .offline($0) }
    ),
    (
      [
        "Repository not found", "does not appear to be a git repository", "does not exist",
        "returned error: 404",
      ], { .notFoundThere($0) }
    ),
    (
      [
        "fsck error", "index-pack failed", "unpack-objects failed", "bad pack", "did not send all",
        "error in object", "invalid index-pack output", "inflate:",
      ], { .badObjects($0) }
    ),
    (["the remote end hung up", "early EOF", "unexpected disconnect"], { .offline($0) }),
  ]

  /// The messages for a person, on one line and without control characters.
  var said: String {
    let messages = lines.filter { line in
      ["fatal: ", "error: ", "ssh: ", "remote: ", "@@@ "].contains { line.hasPrefix($0) }
        || line.contains("ermission denied") || line.contains("verification failed")
    }
    return Self.shown(
      (messages.isEmpty ? lines : messages).filter { !$0.hasPrefix("remote: Counting") })
  }

  /// The same for git-lfs, which marks no line as an error.
  var all: String { Self.shown(lines) }

  private static func shown(_ lines: [String]) -> String {
    let text = lines.prefix(4).joined(separator: " ").unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "?" : String(scalar)
    }
    return text.prefix(400).joined()
  }

  /// Reads `Offending ED25519 key in /home/ann/.ssh/known_hosts:3` and `Host key for example.org has`
  /// `changed and`.
  private var changedHost: GitError {
    let line = lines.lazy.compactMap { line -> String? in
      guard line.hasPrefix("Offending "), let key = line.firstRange(of: " key in ") else {
        return nil
      }
      return String(line[key.upperBound...])
    }.first
    let host = between("Host key for ", " has changed")
    // The name becomes part of a command that a person may copy.
    let name = Self.harmless(host ?? "").filter {
      $0.isLetter || $0.isNumber || ".-_:[]@%".contains($0)
    }
    return .changedHost(
      name.isEmpty ? "HOST" : name, known: Self.harmless(line ?? "~/.ssh/known_hosts"))
  }

  private static func harmless(_ text: String) -> String {
    text.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(400)
      .map { String($0) }.joined()
  }

  private func between(_ start: String, _ end: String) -> String? {
    guard let opening = whole.firstRange(of: start) else { return nil }
    let rest = whole[opening.upperBound...]
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }
}
