import Files
import Glibc
import Secrets
import Testing

@testable import Vault

@Suite("The keys of an open vault")
struct VaultKeysTests {
  @Test("A sealed text opens with keys of the same identity only")
  func sealing() throws {
    let (own, again) = (try VaultKeys(identity: key()), try VaultKeys(identity: key()))
    let other = try VaultKeys(identity: .make())
    for count in [0, 1, 39, 40, 41, 5_000] {
      let text = seeded(count, seed: 1)
      let sealed = try own.stateSeal.close(text)
      #expect(sealed.count == count + 40)
      #expect(again.stateSeal.open(sealed) == text)
      #expect(other.stateSeal.open(sealed) == nil)
      #expect(try own.stateSeal.close(text) != sealed, "no two are alike")
    }
  }

  @Test("A sealed text with any byte changed, omitted or added does not open")
  func changed() throws {
    let seal = try VaultKeys(identity: key()).stateSeal
    let sealed = try seal.close(Array("some words".utf8))
    for place in sealed.indices {
      var bent = sealed
      bent[place] ^= 0x40
      #expect(seal.open(bent) == nil)
      #expect(seal.open(Array(sealed[..<place])) == nil)
    }
    #expect(seal.open(sealed + [0]) == nil)
  }

  @Test("A text sealed for one path opens only there")
  func places() throws {
    let seal = try VaultKeys(identity: key()).stateSeal
    let text = Array("words".utf8)
    let sealed = try seal.close(text, at: [1, 2])
    #expect(seal.open(sealed, at: [1, 2]) == text)
    for place: [UInt8] in [[], [1], [1, 2, 119], [2, 2]] {
      #expect(seal.open(sealed, at: place) == nil)
    }
    #expect(seal.open(try seal.close([], at: [1]), at: [1]) == [])
    #expect(StateSeal.none.open(try StateSeal.none.close(text, at: [1]), at: [2]) == text)
  }

  @Test("A block opens only under its own name and number, and never with another vault's keys")
  func blocks() throws {
    let own = try VaultKeys(identity: key()).blockSeal
    let other = try VaultKeys(identity: .make()).blockSeal
    let text = seeded(4_096, seed: 2)
    var sealed = [UInt8](repeating: 0, count: text.count + BlockSeal.extra)
    #expect(run(own.close, "a.db", 7, text, into: &sealed))
    var back = [UInt8](repeating: 0, count: text.count)
    #expect(run(own.open, "a.db", 7, sealed, into: &back))
    #expect(back == text)
    #expect(!run(own.open, "a.db", 8, sealed, into: &back))
    #expect(!run(own.open, "b.db", 7, sealed, into: &back))
    #expect(!run(other.open, "a.db", 7, sealed, into: &back))
    sealed[2_000] ^= 1
    #expect(!run(own.open, "a.db", 7, sealed, into: &back))
    var short = [UInt8](repeating: 0, count: text.count - 1)
    #expect(!run(own.open, "a.db", 7, sealed, into: &short))
  }

  private func run(
    _ work: BlockSeal.Work, _ name: String, _ block: UInt64, _ from: [UInt8],
    into room: inout [UInt8]
  ) -> Bool {
    Array(name.utf8).withUnsafeBytes { name in
      from.withUnsafeBytes { from in
        room.withUnsafeMutableBytes { work(name, block, from, $0) }
      }
    }
  }

  @Test("Hidden names are the same for the same identity, and differ for another")
  func names() throws {
    let (own, again) = (try VaultKeys(identity: key()), try VaultKeys(identity: key()))
    let path = Array("private/letters.md".utf8)
    let name = own.stateSeal.name(path)
    #expect(name == again.stateSeal.name(path))
    #expect(name.utf8.count == 32 && name.utf8.allSatisfy(Hex.isLowercaseDigit))
    #expect(own.stateSeal.name(Array("private/letters.m".utf8)) != name)
    #expect(try VaultKeys(identity: .make()).stateSeal.name(path) != name)
    #expect(name != ShortName.of(path))
  }

  @Test("State folders of a sealed vault are separate from those of the same vault in plain")
  func folders() throws {
    let seal = try VaultKeys(identity: key()).stateSeal
    let (vault, state) = (Array("/vault".utf8), Array("/state".utf8))
    let plain = StateSeal.none.folder("versions", of: vault, in: state)
    #expect(plain == Array("/state/versions/\(ShortName.of(vault))".utf8))
    #expect(seal.folder("versions", of: vault, in: state) == plain + Array("-sealed".utf8))
  }

  @Test("Once there are keys, no core dump is written and no process can read the memory")
  func dumps() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let before = Dumps.areAllowed
      _ = try VaultKeys(identity: .make())
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      exit(before && !Dumps.areAllowed && limit.rlim_cur == 0 ? 7 : 1)
    }
  }
}
