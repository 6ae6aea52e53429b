import Conversion
import Entities
import Synchronization
import TestSupport
import Testing
import Vault

/// Whatever a conversion left in a vault's folder, and whatever mark is in that: the message names a way
/// out, and each way that it names ends well.
@Suite("Every state of a vault's folder, with every possible mark")
struct MarkTableTests {
  /// A folder as a conversion left it when it was killed.
  struct Form: Sendable {
    var name: String
    var folder: TemporaryFolder
    /// What its mark says; nil where there was none.
    var mark: ConversionMark?
  }

  static let marks: [(name: String, text: String)] =
    [
      "encrypting copying", "encrypting removing", "decrypting copying", "decrypting removing",
      "rekeying copying", "rekeying removing",
    ].map { ($0, "\($0) 0123456789abcdef0123456789abcdef\n") } + [
      ("of an earlier version", "encrypting copying\n"), ("empty", ""),
      ("damaged", "encrypting cop"),
      ("long", String(repeating: "x ", count: 4_000)),
    ]

  private static let path = ".notes-tui/converting"
  private static let texts = [
    "a.md": "# A\nsee [[b]]\n", "deep/er/b.md": "no newline at the end", ".trash/a.md": "trashed\n",
  ]

  // MARK: The forms

  /// Each is what is there at a moment of a conversion: the first of each phase, or all.
  private func forms() async throws -> [Form] {
    let plain = Bench.small()
    var forms = [
      Form(name: "plain", folder: plain.vault),
      // Killed before the keys existed, and after they were removed.
      Form(name: "plain", folder: plain.vault, mark: .init(.encrypting, .copying)),
      Form(name: "plain", folder: plain.vault, mark: .init(.decrypting, .removing)),
    ]
    forms += try await moments { try await $0.encrypt(watch: $1) }
    let encrypted = Bench.small()
    try await encrypted.encrypt()
    forms.append(Form(name: "encrypted", folder: encrypted.vault))
    forms += try await moments { bench, watch in
      try await bench.encrypt()
      try await bench.decrypt(watch: watch)
    }
    forms += try await moments { bench, watch in
      try await bench.encrypt()
      let next = try bench.conversion.lock.prepare(passphrase: try bench.secret("cow"))
      _ = try await bench.conversion.rekey(.new(next, after: try bench.identity()), watch: watch)
    }
    if let last = forms.last {
      // The next key's files were renamed one at a time.
      let moved = try copy(of: last.folder)
      moved.rename(".notes-tui/next-recovery.age", to: ".notes-tui/recovery.age")
      forms.append(Form(name: "rekeying, one file moved", folder: moved, mark: last.mark))
      let both = try copy(of: moved)
      both.rename(".notes-tui/next-identity.age", to: ".notes-tui/identity.age")
      forms.append(Form(name: "rekeying, two files moved", folder: both, mark: last.mark))
      let done = try copy(of: both)
      done.remove(".notes-tui/both-keys.age")
      forms.append(Form(name: "rekeyed", folder: done, mark: last.mark))
    }
    return forms
  }

  private func moments(
    _ run: (Bench, @escaping ConversionWatch) async throws -> Void
  ) async throws -> [Form] {
    let bench = Bench.small()
    let (vault, found) = (bench.vault, Found())
    try await run(bench) { _ in
      let words = (vault.text(Self.path) ?? "").split(separator: " ").map(String.init)
      guard words.count == 3, let direction = ConversionMark.Direction(rawValue: words[0]),
        let phase = ConversionMark.Phase(rawValue: words[1])
      else { return true }
      if let folder = try? copy(of: vault) {
        found.add(
          Form(name: "\(words[0]) \(words[1])", folder: folder, mark: .init(direction, phase)))
      }
      return true
    }
    let all = Dictionary(grouping: found.all, by: \.name)
    return found.all.filter { form in
      let same = all[form.name] ?? []
      // The third one is halfway.
      return Thorough.isAsked || form.folder === same[min(2, same.count - 1)].folder
    }
  }

  private func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = TemporaryFolder()
    let ending = try SpawnedProgram.run(
      ["/bin/cp", "-a", "\(folder.path)/.", copy.path], [], error: "/dev/null")
    #expect(ending == .exit(0))
    return copy
  }

  private func bench(_ form: Form) throws -> Bench { Bench(try copy(of: form.folder)) }

  // MARK: The table

  @Test("A foreign mark never decrypts a note, and each way out succeeds")
  func foreign() async throws {
    for form in try await forms() {
      for mark in Self.marks {
        let what = "\(form.name), a mark \(mark.name)"
        let marked = { () throws -> Bench in
          let bench = try bench(form)
          bench.vault.write(Self.path, mark.text)
          return bench
        }
        try await follow(marked, what, mayDecrypt: false)
      }
      let linked = { () throws -> Bench in
        let bench = try bench(form)
        bench.vault.makeFolder(".notes-tui")
        bench.vault.remove(Self.path)
        bench.vault.link(Self.path, to: "/dev/zero")
        return bench
      }
      try await follow(linked, "\(form.name), a link for a mark", mayDecrypt: false)
    }
  }

  @Test("A conversion begun by this computer resumes and rolls back as its message says")
  func own() async throws {
    for form in try await forms() {
      guard let mark = form.mark else { continue }
      let marked = { () throws -> Bench in
        let bench = try bench(form)
        try bench.mark(mark.direction, mark.phase)
        return bench
      }
      try await follow(marked, "\(form.name), its own mark", mayDecrypt: true)
    }
  }

  private func follow(
    _ make: () throws -> Bench, _ what: String, mayDecrypt: Bool
  ) async throws {
    let first = try make()
    let message = VaultLock.obstacle(in: first.vault.bytes, first.marks) ?? ""
    let ways = message.split(separator: "“notes-tui ").dropFirst().map {
      String($0.prefix { $0 != "”" })
    }
    #expect(!ways.isEmpty, "\(what): \(message)")
    #expect(VaultLock.plainWriteRefusal(first.vault.bytes) != nil, "\(what)")
    for way in ways {
      let bench = try make()
      let before = Set(bench.plainNames)
      do {
        try await go(way, bench)
      } catch {
        Issue.record("\(what), \(way): \(error)")
        continue
      }
      #expect(VaultLock.obstacle(in: bench.vault.bytes, bench.marks) == nil, "\(what), \(way)")
      if !mayDecrypt {
        #expect(Set(bench.plainNames).isSubset(of: before), "\(what), \(way)")
      }
      try await checkWhole(bench, "\(what), \(way)")
    }
  }

  /// As the command does it.
  private func go(_ way: String, _ bench: Bench) async throws {
    let conversion = bench.conversion
    let watch: ConversionWatch = { _ in true }
    switch way {
    case "encrypt":
      switch try conversion.step(.encrypting) {
      case .takeBack:
        try conversion.takeBackDecryption(with: try identity(bench), watch: watch)
      case .goOn, .close:
        _ = try await conversion.encrypt(.begun(try identity(bench)), watch: watch)
      case .begin, .finish: _ = try await conversion.encrypt(try bench.newKey(), watch: watch)
      }
    case "decrypt":
      switch try conversion.step(.decrypting) {
      case .finish: #expect(try conversion.finishWithoutKey())
      case .takeBack:
        let key = conversion.lock.isLocked ? try identity(bench) : nil
        _ = try conversion.takeBackEncryption(with: key, watch: watch)
      default: _ = try await conversion.decrypt(with: try identity(bench), watch: watch)
      }
    case "rekey":
      if try conversion.step(.rekeying) == .finish {
        #expect(try conversion.finishRekeying())
      } else {
        let next = try conversion.lock.openNext(passphrase: try bench.secret("cow"))
        _ = try await conversion.rekey(.begun(next), watch: watch)
      }
    case "rekey --take-back":
      try await conversion.takeBackRekeying(with: try bench.identity(), watch: watch)
    default: Issue.record("no command: \(way)")
    }
  }

  private func identity(_ bench: Bench) throws -> X25519Identity {
    try (try? bench.identity())
      ?? bench.conversion.lock.open(passphrase: try bench.secret("cow"))
  }

  /// Every text once, where it was.
  private func checkWhole(_ bench: Bench, _ what: String) async throws {
    do {
      if try bench.conversion.state() == .encrypted {
        _ = try await bench.conversion.decrypt(with: try identity(bench), watch: { _ in true })
      }
    } catch {
      Issue.record("\(what): \(error)")
    }
    let names = bench.plainNames.filter { !$0.hasPrefix(".trash/.origin/") }
    #expect(names == Self.texts.keys.sorted(), "\(what)")
    for (name, text) in Self.texts { #expect(bench.vault.text(name) == text, "\(what): \(name)") }
  }
}

/// What a watcher found.
private final class Found: Sendable {
  private let forms = Mutex<[MarkTableTests.Form]>([])

  var all: [MarkTableTests.Form] { forms.withLock { $0 } }

  func add(_ form: MarkTableTests.Form) { forms.withLock { $0.append(form) } }
}
