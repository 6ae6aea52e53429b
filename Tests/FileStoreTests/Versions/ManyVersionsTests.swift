import Entities
import Files
import Glibc
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

@Suite("Versions of many notes at once")
struct ManyVersionsTests {
  private let state = TemporaryFolder()
  private static let notes = ManyVersions.most + 20

  /// Counts the flushes, and refuses to flush all at once.
  private final class Waits: Sendable {
    let all = Mutex(0)
    let each = Mutex(0)
    let refuses: Bool

    init(refuses: Bool = false) { self.refuses = refuses }

    var disk: Disk {
      Disk(
        writeSome: Disk.real.writeSome,
        flush: { _ in
          self.each.withLock { $0 += 1 }
          return 0
        },
        flushAll: { _ in
          self.all.withLock { $0 += 1 }
          return self.refuses ? -EIO : 0
        })
    }
  }

  private func versions(_ disk: Disk) -> FolderVersions {
    FolderVersions(
      stateFolder: state.bytes, vault: VaultID(NotePath("/vault")), clock: StillClock(),
      disk: disk, thinsByItself: false, largestText: 100)
  }

  private func note(_ number: Int) -> NoteID { NoteID("f/\(number).md") }

  private func states(_ text: String) -> [NoteState] {
    (0..<Self.notes).map {
      NoteState(note: note($0), bytes: Array("\(text) \($0)".utf8), written: nil)
    }
  }

  private func texts(_ versions: FolderVersions, of number: Int) async throws -> [String] {
    var texts: [String] = []
    for version in try await versions.versions(of: note(number)) {
      texts.append(String(decoding: try await versions.bytes(of: version), as: UTF8.self))
    }
    return texts
  }

  @Test("Versions in new and existing logs are all stored with a few flushes in all")
  func keeps() async throws {
    let waits = Waits()
    let versions = versions(waits.disk)
    await versions.keep(states("one"))
    await versions.keep(states("one"))
    await versions.keep(states("two"))
    for number in 0..<Self.notes {
      #expect(try await texts(versions, of: number) == ["two \(number)", "one \(number)"])
    }
    #expect(waits.all.withLock { $0 } == 6)
    #expect(waits.each.withLock { $0 } < 20)
    #expect(await versions.problems() == [])
    // As if each one had been stored alone.
    let other = self.versions(.real)
    try await other.keep(Array("three".utf8), of: note(3))
    #expect(try await texts(other, of: 3) == ["three", "two 3", "one 3"])
  }

  @Test("A version that cannot be stored is reported and does not affect the others")
  func oneFails() async throws {
    let versions = versions(.real)
    // A folder has the name of this note's log.
    try await versions.keep([1], of: note(5))
    let folder = try #require(state.names(in: "versions").first)
    let logs = state.names(in: "versions/\(folder)").filter { $0.hasPrefix("note-") }
    let log = "versions/\(folder)/\(try #require(logs.first))"
    state.remove(log)
    state.makeFolder(log)
    var states = states("one")
    states[7].bytes = [UInt8](repeating: 1, count: 101)
    await versions.keep(states)
    let problems = await versions.problems()
    #expect(problems.count == 2)
    #expect(problems.contains { $0.contains("f/5.md") })
    #expect(problems.contains { $0.contains("f/7.md") })
    #expect(try await texts(versions, of: 6) == ["one 6"])
    #expect(try await texts(versions, of: Self.notes - 1) == ["one \(Self.notes - 1)"])
    #expect(try await texts(versions, of: 7) == [])
  }

  @Test("A failed flush is reported, leaves no new log and harms no existing one")
  func diskFails() async throws {
    try await versions(.real).keep(Array("old".utf8), of: note(1))
    let versions = versions(Waits(refuses: true).disk)
    await versions.keep(states("one"))
    #expect(await versions.problems().count == 2)
    let other = self.versions(.real)
    #expect(try await texts(other, of: 1).last == "old")
    #expect(try await texts(other, of: 2) == [])
    let folder = try #require(state.names(in: "versions").first)
    let names = state.names(in: "versions/\(folder)")
    #expect(names.filter { $0.hasPrefix("note-") }.count == 1)
    #expect(!names.contains { $0.hasSuffix(".tmp") })
  }
}
