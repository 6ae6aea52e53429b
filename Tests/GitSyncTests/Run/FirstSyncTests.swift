import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("The first sync of a large vault")
struct FirstSyncTests {
  /// How many gits a first sync starts.
  private func gits(forNotes count: Int) async throws -> Int {
    let bench = try await SyncBench()
    let (log, bin) = (bench.home.path("log"), bench.home.path("bin"))
    bench.home.write(
      "bin/git", "#!/bin/sh\necho x >>'\(log)'\nexec '\(bench.program.path)' \"$@\"\n")
    bench.home.setMode("bin/git", 0o755)
    let device = try await bench.device("laptop")
    for number in 0..<count {
      device.folder.write("f\(number % 9)/n\(number).md", "note \(number)\n")
    }
    var environment = bench.environment
    environment["PATH"] = "\(bin):\(environment["PATH"] ?? "")"
    let service = GitVaultSync(
      folder: device.path, files: device.files, manner: device.manner, environment: environment)
    #expect(try await service.sync(SyncRequest(by: .person)) { _ in }.went.count == count)
    return bench.home.text("log")?.split(separator: "\n").count ?? 0
  }

  @Test("A first sync starts as many git processes for 1,000 notes as for 500")
  func processes() async throws {
    let few = try await gits(forNotes: 500)
    #expect(few > 0)
    #expect(try await gits(forNotes: 1_000) == few)
  }

  @Test("A first sync looks once at each word that git reports of a note")
  func visits() {
    for count in [500, 1_000] {
      var visits = 0
      let answers = (0..<count * 3).lazy.map { number -> ArraySlice<UInt8> in
        visits += 1
        return number % 3 == 1 ? Array("filter".utf8)[...] : Array("lfs.md".utf8)[...]
      }
      #expect(!GitRepository.namesLfs(AnySequence(answers)))
      #expect(visits == count * 3)
    }
    let one = ["a.md", "filter", "unspecified", "lfs", "filter", "lfs"].map { Array($0.utf8)[...] }
    #expect(GitRepository.namesLfs(one) && !GitRepository.namesLfs(one.dropLast()))
  }
}
