import Conversion
import Entities
import Glibc
import TestSupport
import Testing
import Vault

/// A vault that is being encrypted or decrypted meets a fault at each of its calls. It is continued
/// afterward as a user would do it.
@Suite("Faults at every call of a conversion")
struct ConversionFaultTests {
  static let most = 2_000

  private func conversion(_ bench: FaultBench) -> VaultConversion {
    VaultConversion(
      of: VaultID(NotePath(bytes: bench.vault.bytes)), clock: StillClock(),
      keeping: StateKeeping(
        stateFolder: bench.state.bytes, cacheFolder: bench.state.bytes, clock: StillClock()),
      marks: ConversionMarks(stateFolder: bench.state.bytes), workFactor: 1)
  }

  private func passphrase() throws -> Secret {
    var bytes = Array("horse".utf8)
    return try Secret(taking: &bytes)
  }

  /// Encrypts, or continues encrypting, then decrypts: everything must be as it was before.
  private func goOn(
    _ bench: FaultBench, _ direction: ConversionMark.Direction, alone: Bool = true
  ) async throws {
    let conversion = conversion(bench)
    let lock = conversion.lock
    if direction == .encrypting, try conversion.state() != .encrypted {
      let key =
        lock.isLocked
        ? EncryptionKey.begun(try lock.open(passphrase: try passphrase()))
        : .new(try lock.prepare(passphrase: try passphrase()))
      _ = try await conversion.encrypt(key, watch: { _ in true })
    }
    if direction == .encrypting, alone {
      #expect(plain(bench) == [])
      #expect(bench.vault.names(in: ".notes-tui") == ["identity.age", "recovery.age"])
    }
    if try conversion.finishWithoutKey() { return }
    if try conversion.state() == .plain { return }
    let identity = try lock.open(passphrase: try passphrase())
    if case .marked = try conversion.state() {
      _ = try await conversion.encrypt(.begun(identity), watch: { _ in true })
    }
    _ = try await conversion.decrypt(with: identity, watch: { _ in true })
  }

  /// Names in the vault that reveal notes, and leftovers.
  private func plain(_ bench: FaultBench) -> [String] {
    bench.tree.keys.filter {
      !$0.hasSuffix(".age") && !$0.hasPrefix(".obsidian/") && !$0.hasPrefix(".notes-tui/")
    }.sorted()
  }

  /// Files by name and text; a record of the trash without its time.
  private func texts(_ bench: FaultBench) -> [String: String] {
    bench.tree.reduce(into: [:]) { texts, entry in
      let text = String(entry.value.drop { $0 != " " })
      texts[entry.key] =
        entry.key.hasPrefix(".trash/.origin/")
        ? String(text.split(separator: "\n").first ?? "") : text
    }
  }

  @Test(
    "An interrupted conversion can be continued, loses nothing and leaves no stray files",
    arguments: ["encrypt", "decrypt"], ["kill", "EIO", "ENOSPC", "foreign"])
  func stopped(operation: String, kind: String) async throws {
    let wanted = texts(FaultBench(for: operation))
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: operation)
      let (run, what) = try FaultRun.stopping(operation, kind, in: bench, at: call)
      if run.ending == .exit(1) { #expect(run.said.hasSuffix(".\n"), what) }
      do {
        try await goOn(bench, operation == "encrypt" ? .encrypting : .decrypting)
      } catch {
        Issue.record("\(what): \(error)")
      }
      // With a foreign mark, everything outside the mark's folder must be restored.
      let left = texts(bench).filter { kind != "foreign" || !$0.key.hasPrefix(".notes-tui/") }
      #expect(left == wanted, what)
      if !run.wasHit {
        #expect(call > (kind == "kill" ? 30 : 50), what)
        return
      }
    }
    Issue.record("it makes more calls than \(Self.most)")
  }

  @Test(
    "A vault file that cannot be read is named and not mistaken for encryption (chaos 2 L8)"
  )
  func unreadable() throws {
    for call in 0..<100 {
      let bench = FaultBench(for: "why not plain")
      let run = try FaultRun("why not plain", bench, "EIO", at: call)
      #expect(run.said.isEmpty || run.said.contains("in the vault cannot be read: "), "\(run.said)")
      if !run.wasHit {
        #expect(call > 2 && run.ending == .exit(0))
        return
      }
    }
  }

  @Test("An encryption killed while being canceled can be canceled again or continued")
  func cancelled() async throws {
    let wanted = texts(FaultBench(for: "cancel"))
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: "cancel")
      let run = try FaultRun("cancel", bench, "kill", at: call)
      let conversion = conversion(bench)
      // Until the first file is removed, all plain files are where they were.
      for (name, text) in wanted { #expect(texts(bench)[name] == text, "\(name), call \(call)") }
      if try conversion.state() != .plain {
        let lock = conversion.lock
        let key = lock.isLocked ? try lock.open(passphrase: try passphrase()) : nil
        #expect(try conversion.takeBackEncryption(with: key, watch: { _ in true }) == [])
      }
      // The mark itself, under its temporary name, is removed by the next conversion.
      let left = texts(bench).filter { !$0.key.hasPrefix(".notes-tui/.notes-tui-") }
      #expect(left == wanted, "call \(call)")
      if !run.wasHit {
        #expect(run.ending == .exit(0) && call > 30)
        return
      }
    }
  }

  @Test(
    "Nothing that another program writes at any moment is lost", arguments: ["encrypt", "decrypt"])
  func meddling(operation: String) async throws {
    for call in Thorough.calls(upTo: Self.most) {
      let bench = FaultBench(for: operation)
      let run = try FaultRun(operation, bench, "meddle", at: call, meddling: "a.md")
      if !run.wasHit { return }
      if (try? await goOn(
        bench, operation == "encrypt" ? .encrypting : .decrypting, alone: false)) == nil
      {
        // Refused: the file is in the way, for the user to look at.
        #expect(bench.vault.text("a.md") == "theirs", "call \(call)")
      }
      #expect(bench.tree.values.contains { $0.hasSuffix("theirs") }, "call \(call)")
    }
  }
}

extension FaultRun {
  /// A conversion that is stopped. The kind “foreign” kills it and then overwrites its mark with a
  /// foreign one. `what` describes the run in expectations.
  static func stopping(
    _ operation: String, _ kind: String, in bench: FaultBench, at call: Int
  ) throws -> (run: FaultRun, what: Comment) {
    let isForeign = kind == "foreign"
    let run = try FaultRun(operation, bench, isForeign ? "kill anywhere" : kind, at: call)
    if isForeign, bench.vault.exists(ConversionMark.path) {
      bench.vault.write(ConversionMark.path, ForeignMark.text(for: call))
    }
    let what: Comment = "\(operation), \(kind) at \(call): \(run.said)"
    if isForeign || kind == "kill", run.wasHit {
      #expect(run.ending == .signal(SIGKILL), what)
    } else {
      #expect(run.ending == .exit(0) || (run.wasHit && run.ending == .exit(1)), what)
    }
    return (run, what)
  }
}

/// Marks by other writers, none of which belongs to this computer.
private enum ForeignMark {
  private static let texts =
    ["encrypting copying", "decrypting removing", "rekeying copying", "decrypting copying"].map {
      "\($0) 0123456789abcdef0123456789abcdef\n"
    } + ["", "rekeying removing\n", "decrypting rem"]

  static func text(for call: Int) -> String { texts[call / 3 % texts.count] }
}
