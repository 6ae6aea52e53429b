import Bytes
import Files
import Glibc
import Services

/// A person's agreements about each repository. They are stored outside of every vault: a vault's
/// contents may come from others.
package struct SyncTrust: Sendable {
  enum Kind: String, Sendable {
    /// Its own settings, exactly these lines, may run programs.
    case trusted
    /// It was synced by hand with exactly these addresses, so it may be synced automatically.
    case synced
  }

  private let folder: [UInt8]
  private static let limit = 1 << 20

  /// Stores the agreements in files in `<stateFolder>/sync`.
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
      // Each repository has one line, for the latest agreement.
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
