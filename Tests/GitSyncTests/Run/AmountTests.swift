import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("How much a sync accepts without asking, with real git")
struct AmountTests {
  private func pair() async throws -> (SyncBench, Device, Device) {
    let bench = try await SyncBench()
    return (bench, try await bench.device("laptop"), try await bench.device("phone"))
  }

  private func sync(
    _ device: Device, _ request: SyncRequest = SyncRequest(by: .person), files: Int = 100_000,
    bytes: Int = 2 << 30, fetched: Int? = 2 << 30
  ) async throws -> SyncReport {
    var manner = device.manner
    manner.incomingLimit = (files, bytes)
    manner.network.mostReceived = fetched
    let run = SyncRun(
      repository: try await device.repository(), files: device.files, manner: manner,
      request: request, merge: GitVaultSync.merging(with: nil), progress: { _ in })
    var mine = run
    return try await mine.run()
  }

  @Test("More or larger files than usual are written only after a person agrees")
  func coming() async throws {
    for isFirst in [true, false] {
      let (_, laptop, phone) = try await pair()
      for number in 0..<6 { laptop.folder.write("n\(number).md", "note \(number)\n") }
      // Many bytes in few files.
      laptop.folder.write("long.md", String(repeating: "the same\n", count: 300_000))
      if !isFirst {
        phone.folder.write("own.md", "own\n")
        _ = try await phone.sync()
      }
      _ = try await laptop.sync()
      for (files, bytes) in [(6, 2 << 30), (100, 1 << 20)] {
        let question = SyncQuestion.muchComes(files: 7, megabytes: 2)
        for request in [
          SyncRequest(by: .person), SyncRequest(by: .automatic, agreed: [question]),
        ] {
          if request.beginner == .automatic, isFirst { continue }
          await #expect(throws: SyncFailure.asks(question)) {
            try await sync(phone, request, files: files, bytes: bytes)
          }
        }
        #expect(phone.notes().count == (isFirst ? 0 : 1))
      }
      let agreed = SyncRequest(by: .person, agreed: [.muchComes(files: 7, megabytes: 2)])
      let report = try await sync(phone, agreed, files: 6)
      #expect(report.came.count == 7)
      #expect(try await laptop.sync().came.isEmpty)
      #expect(phone.notes() == laptop.notes())
    }
  }

  @Test("Renamed and identical files do not count as incoming")
  func notComing() async throws {
    let (_, laptop, phone) = try await pair()
    for number in 0..<6 { laptop.folder.write("old/n\(number).md", "note \(number)\n") }
    _ = try await laptop.sync()
    _ = try await phone.sync()
    phone.folder.rename("old", to: "new")
    laptop.folder.write("one.md", "one\n")
    _ = try await laptop.sync()
    #expect(try await sync(phone, files: 1).came.map(\.path.text) == ["one.md"])
  }

  @Test("An endless fetch is stopped, leaves nothing behind, and resumes once a person agrees")
  func fetched() async throws {
    let (bench, laptop, phone) = try await pair()
    laptop.folder.write("a.md", "one\n")
    _ = try await laptop.sync()
    _ = try await sync(phone)
    var noise = [UInt8](repeating: 0, count: 3 << 20)
    for index in noise.indices { noise[index] = UInt8.random(in: 0...255) }
    laptop.folder.write("b.bin", noise)
    _ = try await laptop.sync()
    let question = SyncQuestion.muchFetched(remote: "origin")
    for request in [SyncRequest(by: .person), SyncRequest(by: .automatic, agreed: [question])] {
      // As in a first sync: complete objects are not fetched again.
      _ = try bench.shell(
        "cd '\(phone.path)' && git update-ref -d refs/remotes/origin/main && git gc -q --prune=now")
      await #expect(throws: SyncFailure.asks(question)) {
        try await sync(phone, request, bytes: 1 << 20, fetched: 1 << 20)
      }
      #expect(!phone.folder.exists("b.bin"))
      #expect(
        !phone.folder.names(in: ".git/objects/pack").contains { $0.hasPrefix("tmp_pack_") })
    }
    let agreed = SyncRequest(by: .person, agreed: [question])
    #expect(
      try await sync(phone, agreed, bytes: 1 << 20, fetched: 1 << 20).came.map(\.path.text)
        == ["b.bin"])
  }

  @Test("git's progress messages for a fetch are understood")
  func progress() {
    let rows = [
      "": 0, "remote: Counting objects: 3, done.\n": 0,
      "Receiving objects:  33% (1/3)\rReceiving objects:  66% (2/3), 45 bytes\r": 45,
      "Receiving objects:  93% (143/153), 1.50 KiB | 105.69 MiB/s\r": 1536,
      "Receiving objects: 100% (3/3), 2.25 GiB | 1.00 MiB/s, done.\nFrom x\n": 9 << 28,
      "Receiving objects: 100% (3/3), 7.00 MiB | 1.00 MiB/s\rremote: Receiving objects: 1% (1/3), 1 bytes":
        7 << 20,
      "Receiving objects: 100% (3/3), much MiB | 1.00 MiB/s\r": 0,
    ]
    for (said, bytes) in rows {
      #expect(FetchProgress.received(Array(said.utf8)) == bytes, "\(said)")
    }
  }

  @Test(
    "Remains of an interrupted fetch are removed, unless a program writes them or they are older")
  func halfReceived() throws {
    let folder = TemporaryFolder()
    for name in ["old", "left", "held"] { folder.write("objects/pack/tmp_pack_\(name)", "x") }
    folder.write("objects/pack/pack-1.pack", "x")
    let file = try #require(fopen(folder.path("objects/pack/tmp_pack_held"), "re"))
    PartlyReceived.remove(from: folder.path, but: [Array("tmp_pack_old".utf8)])
    fclose(file)
    #expect(
      folder.names(in: "objects/pack").sorted() == ["pack-1.pack", "tmp_pack_held", "tmp_pack_old"])
  }
}
