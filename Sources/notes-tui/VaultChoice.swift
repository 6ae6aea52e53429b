import Commands
import Entities
import Files
import Glibc
import Services
import Terminal
import Vault

/// Finds the folder to open. On the first use of the program it creates one, with its first notes.
@MainActor
struct VaultChoice {
  let environment: UserEnvironment
  let vaults: any Vaults
  /// The vault in the settings.
  let configured: String?

  /// The folder, and a note in it if the command line named a note.
  struct Found {
    var folder: NotePath
    var note: NotePath?
    /// Whether the vault was created just now.
    var isFresh = false
  }

  func choose(_ asked: LaunchOptions) async throws(StartError) -> LaunchOptions {
    do throws(StartError) {
      return chosen(try await find(asked.vault, making: true), asked)
    } catch {
      throw error.about(asked.operand)
    }
  }

  /// Chooses without waiting; nil if a vault must be created first.
  func chooseNow(_ asked: LaunchOptions) throws(StartError) -> LaunchOptions? {
    do throws(StartError) {
      guard let found = try findNow(asked.vault) else { return nil }
      return chosen(try finished(found), asked)
    } catch {
      throw error.about(asked.operand)
    }
  }

  private func chosen(_ found: Found, _ asked: LaunchOptions) -> LaunchOptions {
    var options = asked
    options.vault = found.folder
    options.isFirstUse = found.isFresh
    if let note = found.note {
      options.place = options.place ?? ScreenAddress.address(ofNote: note.bytes)
    }
    return options
  }

  /// Finds the vault's folder, with links resolved, so that each vault has only one path.
  ///
  /// With `making`, creates the very first vault; otherwise throws if there is none. A vault whose
  /// encryption or decryption is unfinished is refused, unless the caller continues that work.
  func find(
    _ named: NotePath?, making: Bool, mayBeUnfinished: Bool = false
  ) async throws(StartError) -> Found {
    let found = try await findAny(named, making: making)
    return mayBeUnfinished ? found : try finished(found)
  }

  /// Refuses a vault that is being encrypted or decrypted, or whose keys are gone.
  private func finished(_ found: Found) throws(StartError) -> Found {
    let marks = ConversionMarks(stateFolder: Array(environment.stateFolder.utf8))
    if let obstacle = VaultLock.obstacle(in: found.folder.bytes, marks) {
      throw .unfinished(found.folder.text, obstacle)
    }
    return found
  }

  private func findAny(_ named: NotePath?, making: Bool) async throws(StartError) -> Found {
    if let found = try findNow(named) { return found }
    let path = environment.defaultVault(configured: configured).path
    guard making else { throw .noVault(path) }
    _ = try await rethrow(await vaults.make(at: path)) { (error: VaultError) in
      StartError.cannotMake(error.message)
    }
    return Found(folder: real(NotePath(path)), isFresh: true)
  }

  /// Returns nil if the very first vault must be created.
  private func findNow(_ named: NotePath?) throws(StartError) -> Found? {
    if let named {
      switch kind(of: named) {
      case .folder: return Found(folder: real(named))
      // A note on the command line opens in its folder.
      case .file: return Found(folder: real(named.folder), note: named.name)
      case .missing: throw .noFolder(named.text)
      }
    }
    let (path, isNamed) = environment.defaultVault(configured: configured)
    let vault = NotePath(path)
    switch kind(of: vault) {
    case .folder: return Found(folder: real(vault))
    case .file: throw .notAFolder(path)
    case .missing:
      if isNamed { throw .noFolder(path) }
      return nil
    }
  }

  private func real(_ path: NotePath) -> NotePath { RealPath.of(path) ?? path }

  private enum Kind { case folder, file, missing }

  private func kind(of path: NotePath) -> Kind {
    var status = stat()
    let found = (path.bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { stat($0, &status) } ?? -1
      }
    }
    guard found == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}

/// Resolves links in paths.
enum RealPath {
  /// Returns nil if nothing exists at the path.
  static func of(_ path: NotePath) -> NotePath? {
    (try? Posix.realPath(path.bytes)).map { NotePath(bytes: $0) }
  }
}

enum StartError: Error, Equatable {
  case noFolder(String)
  /// No vault exists yet.
  case noVault(String)
  case notAFolder(String)
  case unknownCommand(String, nearest: String?)
  case cannotMake(String)
  case unfinished(String, String)

  /// Returns the error for a word that is neither a command nor a folder, because either may have
  /// been meant.
  func about(_ operand: String?) -> StartError {
    guard case .noFolder = self, let operand else { return self }
    return .unknownCommand(
      operand, nearest: CommandWords.nearestCommand(RawArgument(operand)))
  }

  var exitCode: ExitCode {
    if case .unknownCommand = self { .usage } else { .failed }
  }

  var message: String {
    switch self {
    case .noFolder(let path):
      "notes-tui: there is no folder \(path). Make it with mkdir, or name another."
    case .noVault(let path):
      "notes-tui: there is no folder \(path) yet. Make it with “notes-tui init \(path)”, or name another."
    case .notAFolder(let path):
      "notes-tui: \(path) is a file, not a folder. Name another."
    case .unknownCommand(let word, let nearest):
      UsageError.unknownCommand(word, nearest: nearest).message
    case .unfinished(let path, let explanation):
      "notes-tui: \(path) cannot be opened now: \(explanation)."
    case .cannotMake(let reason):
      "notes-tui: the first vault could not be made. \(reason)"
    }
  }
}
