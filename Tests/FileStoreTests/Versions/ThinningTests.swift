import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Thinning old versions")
struct ThinningTests {
  /// A Thursday, 00:00 UTC, as at the start of 1970: whole weeks, days and hours.
  private static let start = Timestamp(seconds: 1_772_668_800)

  @Test(
    "Thinning preserves all versions of a day, then one per hour, one per day and one per week",
    arguments: [
      // Seconds before now, and which of them remain.
      ([86_400, 3_000, 2_000, 0], [true, true, true, true]),
      ([90_000, 89_999, 0], [false, true, true]),
      ([90_001, 90_000, 0], [true, true, true]),
      ([8 * 86_400 - 10, 8 * 86_400 - 7_200, 0], [false, true, true]),
      ([8 * 86_400 + 1, 8 * 86_400, 0], [true, true, true]),
      ([42 * 86_400 - 100, 41 * 86_400, 38 * 86_400, 0], [false, false, true, true]),
      ([42 * 86_400 + 100, 42 * 86_400, 0], [true, true, true]),
      ([400 * 86_400], [true]),
      ([-50, -40], [true, true]),
    ])
  func plan(ages: [Int], stays: [Bool]) {
    let moments = ages.map { Self.start.advanced(by: .seconds(-$0)) }
    #expect(ThinningPlan.staying(moments, now: Self.start) == stays)
  }

  @Test("Daily thinning and one thinning at the end leave the same versions", arguments: 1...4)
  func stable(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var all: [Timestamp] = []
    var daily: [Timestamp] = []
    var now = Self.start
    for _ in 0..<80 {
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let moment = now.advanced(by: .seconds(Int.random(in: 0..<86_400, using: &random)))
        all.append(moment)
        daily.append(moment)
      }
      all.sort()
      daily.sort()
      now = now.advanced(by: .seconds(86_400))
      daily = zip(daily, ThinningPlan.staying(daily, now: now)).filter(\.1).map(\.0)
    }
    #expect(zip(all, ThinningPlan.staying(all, now: now)).filter(\.1).map(\.0) == daily)
  }

  @Test("Remaining versions read back exactly under their old names, and the log is smaller")
  func thinned() async throws {
    let bench = VersionBench()
    let note = NoteID("a.md")
    var lines = (0..<30).map { "line \($0)" }
    var random = SeededRandom(seed: 5)
    for number in 0..<400 {
      lines[Int.random(in: 0..<30, using: &random)] = "changed \(number)"
      if number % 50 == 49 { lines = (0..<30).map { "line \($0)" } }
      try await bench.keep(
        lines.joined(separator: "\n"), of: note, after: .seconds(Int(random.next() % 14_400)))
    }
    var texts: [NoteVersion: [UInt8]] = [:]
    let before = try await bench.versions.versions(of: note)
    for version in before { texts[version] = try await bench.versions.bytes(of: version) }
    let size = bench.folder.read(bench.logName(note))?.count ?? 0
    await bench.versions.thin()
    let after = try await bench.versions.versions(of: note)
    let staying = ThinningPlan.staying(before.reversed().map(\.savedAt), now: bench.clock.now)
    #expect(after == zip(before.reversed(), staying).filter(\.1).map(\.0).reversed())
    #expect(after.count < before.count / 2)
    for version in after {
      #expect(try await bench.versions.bytes(of: version) == texts[version])
    }
    #expect((bench.folder.read(bench.logName(note))?.count ?? 0) < size)
    try await bench.keep("and on", of: note, after: .seconds(1))
    #expect(try await bench.words(of: note).first == "and on")
    await bench.versions.thin()
    #expect(try await bench.versions.versions(of: note).count == after.count + 1)
  }

  @Test("Versions of a note that no longer changes are thinned too")
  func untouched() async throws {
    let bench = VersionBench()
    let note = NoteID("a.md")
    for number in 0..<10 { try await bench.keep("\(number)", of: note, after: .seconds(10)) }
    bench.clock.advance(by: .seconds(100 * 86_400))
    await bench.versions.thin()
    #expect(try await bench.versions.versions(of: note).count == 1)
  }

  @Test("Only the first save of a day starts the thinning")
  func byItself() async throws {
    let bench = VersionBench()
    let note = NoteID("a.md")
    func program() -> FolderVersions {
      FolderVersions(
        stateFolder: bench.folder.bytes, vault: VaultID(NotePath("/vault")), clock: bench.clock)
    }
    for number in 0..<10 { try await bench.keep("\(number)", of: note, after: .seconds(10)) }
    let first = program()
    try await first.keep([1], of: note)
    #expect(await first.thinning == nil)
    bench.clock.advance(by: .seconds(3 * 86_400))
    let second = program()
    try await second.keep([2], of: note)
    await second.thinning?.value
    #expect(try await second.versions(of: note).count == 2)
    let third = program()
    try await third.keep([3], of: note)
    #expect(await third.thinning == nil)
  }

  @Test("A full disk leaves the log unchanged")
  func full() async throws {
    let bench = VersionBench()
    let note = NoteID("a.md")
    for number in 0..<10 { try await bench.keep("\(number)", of: note, after: .seconds(10)) }
    bench.clock.advance(by: .seconds(100 * 86_400))
    let full = FolderVersions(
      stateFolder: bench.folder.bytes, vault: VaultID(NotePath("/vault")), clock: bench.clock,
      disk: .full(after: 20))
    await full.thin()
    #expect(try await bench.versions.versions(of: note).count == 10)
    #expect(!bench.folder.names(in: bench.place).contains { $0.hasSuffix(".tmp") })
  }
}
