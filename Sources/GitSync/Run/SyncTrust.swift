import Bytes
import Entities
import Files
import Glibc
import Services

/// The repositories that a person let run programs of their own, each with the very settings that do so.
/// It is kept outside of every vault: what is in a vault may come from others.
package struct SyncTrust: Sendable {
  private let folder: [UInt8]
  private static let name = Array("trusted".utf8)
  private static let limit = 1 << 20

  /// Kept in `<stateFolder>/sync/trusted`.
  package init(stateFolder: [UInt8]) {
    folder = stateFolder + Array("/sync".utf8)
  }

  func allows(_ repository: GitRepository, _ lines: [String]) async throws(GitError) -> Bool {
    let wanted = try await Self.line(repository, lines)
    guard let folder = try? PrivateFolder.open(folder, making: false),
      let bytes = try? Posix.contents(Self.name, in: folder.raw, limit: Self.limit)
    else { return false }
    return bytes.split(separator: Byte.lineFeed).contains { $0.elementsEqual(wanted) }
  }

  func add(_ repository: GitRepository, _ lines: [String]) async throws {
    let line = try await Self.line(repository, lines)
    do throws(SystemError) {
      let folder = try PrivateFolder.open(folder, making: true)
      try Posix.lock(folder.raw)
      let old = try ifThere(Posix.contents(Self.name, in: folder.raw, limit: Self.limit)) ?? []
      // Of one repository there is one line: the settings that were agreed to last.
      let own = [Byte.space] + Percent.encoded(repository.gitFolder.utf8)
      let others = old.split(separator: Byte.lineFeed).filter {
        !$0.reversed().starts(with: own.reversed())
      }
      let new = others.flatMap { Array($0) + [Byte.lineFeed] } + line
      try NewFile.put(new + [Byte.lineFeed], as: Self.name, in: folder.raw)
    } catch {
      throw SyncFailure.state(
        "What you agreed to could not be kept in \(String(decoding: folder, as: UTF8.self)):"
          + " \(error.reason).")
    }
  }

  private static func line(
    _ repository: GitRepository, _ lines: [String]
  ) async throws(GitError) -> [UInt8] {
    let digest = try await repository.digest(ofSettings: lines)
    return Array("\(digest) ".utf8)
      + Percent.encoded(repository.gitFolder.utf8)
  }
}
