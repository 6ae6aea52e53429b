import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Versions on an unreliable disk")
struct VersionDamageTests {
  private let note = NoteID("a.md")
  private let texts = (0..<9).map { number in
    (0..<12).map { "line \($0 == number ? "changed" : "same") \($0)" }.joined(separator: "\n")
  }

  /// A store with all texts, and its log's bytes.
  private func filled(isSealed: Bool) async throws -> (bench: VersionBench, log: [UInt8]) {
    let bench = VersionBench(seal: isSealed ? .toy : .none)
    for (number, text) in (texts + [texts[2]]).enumerated() {
      // Writers' names of every length.
      let writer = VersionWriter(.command, name: String(repeating: "n", count: number))
      try await VersionWriter.$current.withValue(writer) {
        try await bench.keep(text, of: note, after: .seconds(1))
      }
    }
    return (bench, try #require(bench.folder.read(bench.logName(note))))
  }

  private var all: [String] { ([texts[2]] + texts.reversed()) }

  /// Looks at the store as a new program would: every listed version must be one that was stored,
  /// and storing another must work.
  private func check(_ bench: VersionBench, _ what: String) async throws -> (
    words: [String], problems: [String]
  ) {
    let store = bench.another()
    let words = try await VersionBench.texts(of: note, in: store)
      .map { String(decoding: $0, as: UTF8.self) }
    var rest = all[...]
    for word in words {
      let place = try #require(rest.firstIndex(of: word), "\(what)")
      rest = rest[(place + 1)...]
    }
    try await store.keep(Array("goes on".utf8), of: note)
    #expect(
      try await VersionBench.texts(of: note, in: store).map { String(decoding: $0, as: UTF8.self) }
        == ["goes on"] + words, "\(what)")
    return (words, await store.problems())
  }

  @Test(
    "A log cut at any byte, as in a power cut, holds every version before the cut",
    arguments: [false, true])
  func torn(isSealed: Bool) async throws {
    let (bench, log) = try await filled(isSealed: isSealed)
    let seal = bench.seal
    let head = try VersionLog.head(of: note, identity: 0, seal: seal).count
    guard case .log(var whole) = VersionLog.head(in: log, seal: seal) else {
      Issue.record("no head")
      return
    }
    #expect(whole.take(Array(log[head...]), seal: seal) == .whole)
    for length in 0..<log.count {
      bench.folder.write(bench.logName(note), Array(log[..<length]))
      let (words, problems) = try await check(bench, "cut at \(length)")
      let complete = whole.records.count { $0.payload.upperBound <= length }
      #expect(words == Array(all.suffix(complete)), "cut at \(length)")
      // A log is created with its head in one step, so one without a head is damaged and reported.
      #expect(problems.isEmpty == (length >= head), "cut at \(length): \(problems)")
      let zeros = [UInt8](repeating: 0, count: 100)
      bench.folder.write(bench.logName(note), Array(log[..<length]) + zeros)
      let padded = try await check(bench, "zeros from \(length)").words
      #expect(padded.count >= complete, "zeros from \(length)")
    }
  }

  @Test(
    "Damage to any byte is reported and spares the versions that do not need the byte",
    arguments: [false, true])
  func flipped(isSealed: Bool) async throws {
    let (bench, log) = try await filled(isSealed: isSealed)
    for place in log.indices {
      var damaged = log
      damaged[place] ^= 0x5a
      bench.folder.write(bench.logName(note), damaged)
      let (words, problems) = try await check(bench, "byte \(place)")
      if words != all { #expect(!problems.isEmpty, "byte \(place)") }
      if let first = problems.first {
        #expect(first.contains("damaged-note-"), "\(first)")
        let aside = bench.folder.names(in: bench.place).filter { $0.hasPrefix("damaged-") }
        #expect(aside.count == 1)
        #expect(bench.folder.read("\(bench.place)/\(aside[0])") == damaged)
      }
    }
  }

  @Test("A log replaced by a file of another kind is set aside, and a new log is started")
  func nonsense() async throws {
    let bench = VersionBench()
    try await bench.keep("one", of: note)
    bench.folder.write(bench.logName(note), "not a log at all")
    try await bench.keep("two", of: note)
    #expect(try await bench.words(of: note) == ["two"])
    #expect(await bench.versions.problems().count == 1)
  }

  @Test("A log of a later program version is left alone")
  func later() async throws {
    let bench = VersionBench()
    try await bench.keep("one", of: note)
    bench.folder.write(bench.logName(note), "ntvers2\nwhatever it holds")
    let store = bench.another()
    await #expect(throws: NoteStoreError.self) { try await store.keep([1], of: NoteID("a.md")) }
    #expect(bench.folder.text(bench.logName(note)) == "ntvers2\nwhatever it holds")
  }

  /// Random operations of the store, and random damage to it.
  @Test(
    "Listed versions read back exactly through saves, moves, thinning, damage and cuts",
    arguments: 1...12)
  func life(seed: UInt64) async throws {
    let bench = VersionBench(seal: seed % 3 == 0 ? .toy : .none)
    var random = SeededRandom(seed: seed)
    var source = SeededBytes(seed: seed)
    let notes = (0..<3).map { NoteID("note \($0).md") }
    /// Every text that was ever stored, by the digests of a version's name and time.
    var texts: [String: [UInt8]] = [:]
    var current = [[UInt8]](repeating: [], count: 3)
    var store = bench.versions
    for _ in 0..<250 {
      let which = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<40, using: &random) {
      case 0: await store.thin()
      case 1: bench.clock.advance(by: .seconds(Int.random(in: 0..<20 * 86_400, using: &random)))
      case 2: store = bench.another()
      case 3, 4:
        if var log = bench.folder.read(bench.logName(notes[which])), !log.isEmpty {
          let place = Int.random(in: 0..<log.count, using: &random)
          if Bool.random(using: &random) {
            log[place] ^= UInt8.random(in: 1...255, using: &random)
          } else {
            log.removeSubrange(place...)
          }
          bench.folder.write(bench.logName(notes[which]), log)
          store = bench.another()
        }
      case 5: try await store.noteMoved(from: notes[which], to: notes[(which + 1) % 3])
      default:
        bench.clock.advance(by: .seconds(Int.random(in: 1..<4_000, using: &random)))
        let place = Int.random(in: 0...current[which].count, using: &random)
        current[which].insert(contentsOf: source.text(), at: place)
        if current[which].count > 4_000 { current[which].removeFirst(3_000) }
        try await store.keep(current[which], of: notes[which])
        let newest = try #require(try await store.versions(of: notes[which]).first)
        #expect(try await store.bytes(of: newest) == current[which])
        if texts[newest.name] == nil { texts[newest.name] = current[which] }
      }
      for version in try await store.versions(of: notes[which]) {
        let text = try await store.bytes(of: version)
        #expect(text.count == version.size)
        #expect(texts.values.contains(text))
      }
    }
  }
}
