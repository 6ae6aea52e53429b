import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

enum LfsProgram {
  static let isInstalled =
    getenv("PATH").map { String(cString: $0) }?.split(separator: ":")
    .contains { access("\($0)/git-lfs", X_OK) == 0 } ?? false
  static let whereToGet: Comment = "needs git-lfs: apt-get install git-lfs"
}

/// Two devices, of which the first has files that git-lfs is to keep.
struct LfsBench {
  static let pointer = "version https://git-lfs.github.com/spec/v1\n"
  let bench: SyncBench
  let laptop: Device
  let phone: Device

  init() async throws {
    bench = try await SyncBench()
    laptop = try await bench.device("laptop")
    phone = try await bench.device("phone")
    laptop.folder.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
  }

  func content(_ seed: UInt8, count: Int = 5000) -> [UInt8] {
    (0..<count).map { UInt8($0 % 251) ^ seed }
  }

  /// For all repositories of the person, or in the laptop's alone.
  func install(locally: Bool = false) throws {
    try bench.git("lfs install \(locally ? "--local" : "--skip-repo")", in: laptop.path)
  }

  func sent(_ name: String) throws -> String {
    try bench.git("cat-file -p main:\(name)", in: bench.remote)
  }

  func kept(in folder: String) throws -> Int {
    try bench.shell("find '\(folder)' -type f 2>/dev/null | wc -l; true").split(separator: "\n")
      .first.flatMap { Int($0) } ?? 0
  }

  func agreedSync() async throws -> SyncReport {
    let error = await #expect(throws: SyncFailure.self) { try await laptop.sync() }
    guard case .asks(let question) = error else {
      Issue.record("\(String(describing: error))")
      return SyncReport()
    }
    return try await laptop.sync(SyncRequest(by: .person, agreed: [question]))
  }
}
