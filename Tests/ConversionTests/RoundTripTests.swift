@testable import Conversion
import Entities
import TestSupport
import Testing
import Vault

@Suite("A whole vault is encrypted and decrypted")
struct RoundTripTests {
  @Test("Encryption leaves plain only names with a leading dot, and decryption restores all files")
  func everything() async throws {
    let bench = Bench.filled()
    var old = bench.tree
    let plan = try await bench.conversion.examine()
    #expect(plan.files == 11)
    let report = try await bench.encrypt()
    #expect(report == ConversionReport(files: 11))
    #expect(bench.plainNames == [])
    #expect(bench.vault.exists(".obsidian/app.json") && !bench.vault.exists("deep"))
    #expect(try bench.conversion.state() == .encrypted)
    #expect(bench.keeping.sealed == 1)

    #expect(try await bench.conversion.examine(opening: try bench.identity()).files == 11)
    try await bench.decrypt()
    #expect(try bench.conversion.state() == .plain)
    #expect(bench.keeping.unsealed == 1 && !bench.vault.exists(".notes-tui"))
    // A file that another program put into a trash folder comes back with a record of its path.
    old[Array(".trash/c.md".utf8)] = old.removeValue(forKey: Array(".trash/elsewhere/c.md".utf8))
    old[Array(".trash/.origin/c.md".utf8)] = " \(Array("elsewhere/c.md".utf8))"
    #expect(bench.differences(from: old) == [])
  }

  @Test("A thousand files of random names and bytes come back byte for byte, with their times")
  func random() async throws {
    let bench = Bench()
    var random = SeededRandom(seed: 7)
    var names: Set<[UInt8]> = []
    while names.count < 1_000 {
      let depth = Int.random(in: 0...2, using: &random)
      var name: [UInt8] = []
      // Folder names are never used for files.
      for _ in 0..<depth { name += Array("f\(Int.random(in: 0...2, using: &random))/".utf8) }
      name.append(UInt8(ascii: "n"))
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let byte = UInt8.random(in: 1 ... .max, using: &random)
        if byte != UInt8(ascii: "/") { name.append(byte) }
      }
      guard names.insert(name).inserted else { continue }
      let size = [0, 1, 100, 300, 2_000, 2_000, 5_000, 70_000].randomElement(using: &random) ?? 0
      let content = (0..<(size == 0 ? 0 : Int.random(in: 0...size, using: &random)))
        .map { _ in UInt8(truncatingIfNeeded: random.next()) }
      bench.vault.write(name, content)
    }
    let old = bench.tree
    try await bench.encrypt()
    #expect(bench.plainNames == [])
    try await bench.decrypt()
    #expect(bench.tree.count == old.count)
    #expect(bench.differences(from: old).count == 0)
  }

  @Test("Sealed notes with the same path are all restored, even if a folder is needed there")
  func onePlace() async throws {
    let bench = Bench.filled()
    try await bench.encrypt()
    let copy = try #require(bench.vault.names().first { $0.hasSuffix(".age") })
    let other = "\(String(repeating: "a", count: 26)).age"
    bench.vault.write(other, bench.vault.read(copy) ?? [])
    let count = bench.tree.keys.count { $0.suffix(4).elementsEqual(".age".utf8) } - 2
    try await bench.decrypt()
    #expect(bench.plainNames.count { !$0.hasPrefix(".trash/.origin") } == count)
    #expect(bench.plainNames.contains { $0.contains(" 2") && !$0.hasPrefix(".trash") })
  }

  @Test("Each operation runs only in the vault state that it is for")
  func states() async throws {
    let bench = Bench.filled()
    #expect(throws: ConversionError.wrongState(.plain)) {
      try bench.conversion.takeBackEncryption(with: nil, watch: { _ in true })
    }
    let identity = try X25519Identity.make()
    await #expect(throws: ConversionError.wrongState(.plain)) {
      try await bench.conversion.decrypt(with: identity, watch: { _ in true })
    }
    try await bench.encrypt()
    let key = try bench.newKey()
    await #expect(throws: ConversionError.wrongState(.encrypted)) {
      try await bench.conversion.encrypt(key, watch: { _ in true })
    }
    #expect(throws: ConversionError.wrongState(.encrypted)) {
      try bench.conversion.takeBackDecryption(with: identity, watch: { _ in true })
    }
  }
}
