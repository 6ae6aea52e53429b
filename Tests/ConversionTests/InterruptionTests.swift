import Conversion
import Entities
import Services
import TestSupport
import Testing
import Vault

@Suite("A conversion that is stopped or disturbed")
struct InterruptionTests {
  /// Watches until so many steps were told.
  private func stopping(after limit: Int) -> ConversionWatch {
    let steps = Steps()
    return { steps.add($0.step) <= limit }
  }

  @Test("Stopping encryption before the first removal leaves the vault as it was")
  func cancelledEncryption() async throws {
    for limit in 0..<100 {
      let bench = Bench.small()
      let old = bench.tree
      let steps = Steps()
      do {
        try await bench.encrypt { progress in
          if progress.step != .copying { return true }
          return steps.add(progress.step) <= limit
        }
        #expect(limit > 4)
        return
      } catch let error as ConversionError {
        #expect(error == .cancelled)
      }
      #expect(bench.differences(from: old) == [], "step \(limit)")
      #expect(!bench.vault.exists(".notes-tui"), "step \(limit)")
      #expect(try bench.conversion.state() == .plain)
    }
    Issue.record("it never came to its end")
  }

  @Test("A conversion stopped at any step resumes the next time and loses nothing")
  func resumedEncryption() async throws {
    let reference = Bench.small()
    try await reference.encrypt()
    try await reference.decrypt()
    let wanted = reference.tree
    for limit in 0..<200 {
      let bench = Bench.small()
      let watch = stopping(after: limit)
      do {
        try await bench.encrypt(watch: watch)
        #expect(limit > 6)
        return
      } catch let error as ConversionError {
        #expect(error == .cancelled)
      }
      let state = try bench.conversion.state()
      #expect(state == .plain || state == .unfinished(.init(.encrypting, .removing)))
      try await bench.goOnEncrypting()
      #expect(bench.plainNames == [], "step \(limit)")
      try await bench.decrypt()
      #expect(bench.differences(from: wanted) == [], "step \(limit)")
    }
    Issue.record("it never came to its end")
  }

  @Test("A copy truncated by a power failure is made again")
  func tornCopy() async throws {
    let bench = Bench.small()
    let key = try bench.newKey()
    // The state that a killed run leaves.
    _ = try? await bench.conversion.encrypt(key) { $0.files < 2 || $0.step != .copying }
    try bench.conversion.lock.write(try bench.conversion.lock.prepare(passphrase: bench.secret()))
    try bench.mark(.encrypting, .copying)
    let torn = "\(String(repeating: "e", count: 25))a.age"
    bench.vault.write(torn, "")
    bench.vault.write(".trash/\(torn)", "age-encryption.org/v1\n-> X25519 ")
    try await bench.goOnEncrypting()
    #expect(bench.plainNames == [] && !bench.vault.exists(torn))
    try await bench.decrypt()
    #expect(bench.vault.text("a.md") == "# A\nsee [[b]]\n")
  }

  @Test("Stopping decryption before the first removal leaves the vault as it was")
  func cancelledDecryption() async throws {
    let bench = Bench.small()
    try await bench.encrypt()
    let old = bench.tree
    for limit in 0..<100 {
      let steps = Steps()
      do {
        try await bench.decrypt { progress in
          if progress.step != .copying { return true }
          return steps.add(progress.step) <= limit
        }
        #expect(limit > 4)
        return
      } catch let error as ConversionError {
        #expect(error == .cancelled)
      }
      #expect(bench.differences(from: old) == [], "step \(limit)")
      #expect(try bench.conversion.state() == .encrypted)
    }
    Issue.record("it never came to its end")
  }

  @Test("Partial files of a killed run leave every folder, on resume and on rollback (chaos 2 F3)")
  func leftovers() async throws {
    for isTakenBack in [true, false] {
      let bench = Bench.small()
      try await bench.encrypt()
      try bench.mark(.decrypting, .copying)
      let left = "deep/er/.notes-tui-0123456789abcdef.tmp"
      bench.vault.write(left, "a whole note in plain")
      bench.vault.write("deep/.notes-tui-fedcba9876543210.tmp", "another")
      bench.vault.write("deep/er/b.md", "no newline at the end")
      let identity = try bench.identity()
      if isTakenBack {
        try bench.conversion.takeBackDecryption(with: identity, watch: { _ in true })
        #expect(bench.plainNames == [] && !bench.vault.exists("deep"))
        #expect(try bench.conversion.state() == .encrypted)
      } else {
        try await bench.decrypt()
        #expect(bench.vault.names(in: "deep/er") == ["b.md"])
        #expect(bench.vault.names(in: "deep") == ["er"])
      }
    }
  }

  @Test("Decryption stopped later resumes the next time and loses nothing")
  func resumedDecryption() async throws {
    let reference = Bench.small()
    try await reference.encrypt()
    try await reference.decrypt()
    for limit in 0..<200 {
      let bench = Bench.small()
      try await bench.encrypt()
      let watch = stopping(after: limit)
      do {
        try await bench.decrypt(watch: watch)
        #expect(limit > 6)
        return
      } catch let error as ConversionError {
        #expect(error == .cancelled)
      }
      try await bench.decrypt()
      #expect(bench.differences(from: reference.tree) == [], "step \(limit)")
      #expect(try bench.conversion.state() == .plain)
    }
    Issue.record("it never came to its end")
  }

  @Test("Text written while a vault is encrypted is in the encrypted vault")
  func changedMeanwhile() async throws {
    for moment in 1..<40 {
      let bench = Bench.small()
      let steps = Steps()
      let vault = bench.vault
      try await bench.encrypt { progress in
        if steps.add(progress.step) == moment {
          vault.write("a.md", "changed")
          vault.write("deep/new.md", "new")
        }
        return true
      }
      if steps.count < moment { return }
      if vault.exists("a.md") {
        // After the last check, files of other programs are their own business.
        #expect(vault.text("a.md") == "changed" && vault.text("deep/new.md") == "new")
        #expect(bench.plainNames == ["a.md", "deep/new.md"])
        continue
      }
      #expect(bench.plainNames == [], "step \(moment)")
      try await bench.decrypt()
      #expect(vault.text("deep/new.md") == "new", "step \(moment)")
      let texts = bench.plainNames.filter { $0.hasPrefix("a") }.compactMap { vault.text($0) }
      #expect(texts.contains("changed"), "step \(moment): \(texts)")
    }
  }

  @Test("Text sealed again while a vault is decrypted is in the plain files")
  func sealedMeanwhile() async throws {
    for moment in 1..<40 {
      let bench = Bench.small()
      try await bench.encrypt()
      let identity = try bench.identity()
      let steps = Steps()
      let vault = bench.vault
      let new = try Age.seal(
        bytes: Array("<!-- notes-tui: deep/new.md -->\nnew".utf8), to: [.key(identity.recipient)])
      try await bench.decrypt { progress in
        if steps.add(progress.step) == moment {
          vault.write("\(String(repeating: "d", count: 26)).age".replacingLast(), new)
        }
        return true
      }
      if steps.count < moment { return }
      #expect(vault.text("deep/new.md") == "new" || vault.names().contains { $0.hasSuffix(".age") })
    }
  }

  @Test("Text written over a decrypted note before the end is preserved")
  func editedMeanwhile() async throws {
    for moment in 1..<40 {
      let bench = Bench.small()
      try await bench.encrypt()
      let steps = Steps()
      let vault = bench.vault
      try await bench.decrypt { progress in
        if steps.add(progress.step) == moment, vault.exists("a.md") { vault.write("a.md", "mine") }
        return true
      }
      if steps.count < moment { return }
      #expect(["mine", "# A\nsee [[b]]\n"].contains(vault.text("a.md")))
      #expect(try bench.conversion.state() == .plain)
    }
  }
}

extension String {
  /// The last letter of an id holds three bits: not every letter can stand there.
  func replacingLast() -> String { String(dropLast(5)) + "a.age" }
}
