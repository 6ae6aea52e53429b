import Bytes
import Entities
import Files
import Glibc
import Services

/// What a person agreed to, of each repository. It is stored outside of every vault: what is in a
/// vault may come from others.
package struct SyncTrust: Sendable {
  enum Kind: String, Sendable {
    /// Its own settings may run programs: these very lines.
    case trusted
    /// It was synced by hand with these very addresses, so it may be without being asked.
    case synced
  }

  private let folder: [UInt8]
  private static let limit = 1 << 20

  /// Stored in files in `<stateFolder>/sync`.
  package init(stateFolder: [UInt8]) {
    folder = stateFolder + Array("/sync".utf8)
  }

  func allows(
    _ kind: Kind, _ repository: GitRepository, _ lines: [String]
  ) async throws(GitError) -> Bool {
    let wanted = try await Self.line(repository, lines)
    guard let folder = try? PrivateFolder.open(folder, making: false),
      let bytes = try? Posix.contents(Array(kind.rawValue.utf8), in: folder.raw, limit: Self.limit)
    else { return false }
    return bytes.split(separator: Byte.lineFeed).contains { $0.elementsEqual(wanted) }
  }

  func add(_ kind: Kind, _ repository: GitRepository, _ lines: [String]) async throws {
    let line = try await Self.line(repository, lines)
    let name = Array(kind.rawValue.utf8)
    do throws(SystemError) {
      let folder = try PrivateFolder.open(folder, making: true)
      try Posix.lock(folder.raw)
      let old = try ifThere(Posix.contents(name, in: folder.raw, limit: Self.limit)) ?? []
      // Of one repository there is one line: what was agreed to last.
      let own = [Byte.space] + Percent.encoded(repository.gitFolder.utf8)
      let others = old.split(separator: Byte.lineFeed).filter {
        !$0.reversed().starts(with: own.reversed())
      }
      let new = others.flatMap { Array($0) + [Byte.lineFeed] } + line
      try NewFile.put(new + [Byte.lineFeed], as: name, in: folder.raw)
    } catch {
      throw SyncFailure.state(
        "Your consent could not be saved in \(String(decoding: folder, as: UTF8.self)):"
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
