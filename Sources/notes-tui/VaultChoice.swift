import Commands
import Entities
import Files
import FileStore
import Glibc
import Services
import Terminal
import Vault

/// Finds the folder to open. On the very first use it makes one, with a welcome note.
@MainActor
struct VaultChoice {
  let environment: UserEnvironment
  let vaults: any Vaults
  /// What the settings say.
  let configured: String?

  /// What was found: the folder, and a note in it where one was named instead.
  struct Found {
    var folder: NotePath
    var note: NotePath?
    /// It was made just now.
    var isFresh = false
  }

  func choose(_ asked: LaunchOptions) async throws(StartError) -> LaunchOptions {
    do throws(StartError) {
      return chosen(try await find(asked.vault, making: true), asked)
    } catch {
      throw error.about(asked.operand)
    }
  }

  /// At once, where no vault has to be made first; else nil.
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

  /// The folder without links: whichever path leads to it, it is the same vault.
  ///
  /// With `making` the very first vault is made; else there is none. One whose notes are being encrypted
  /// or decrypted is none to work in, unless the caller goes on with that.
  func find(
    _ named: NotePath?, making: Bool, mayBeUnfinished: Bool = false
  ) async throws(StartError) -> Found {
    let found = try await findAny(named, making: making)
    return mayBeUnfinished ? found : try finished(found)
  }

  /// The same, unless it is being encrypted or decrypted, or its keys are gone.
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
    do throws(VaultError) {
      _ = try await vaults.make(at: path)
    } catch {
      throw .cannotMake(error.message)
    }
    return Found(folder: real(NotePath(path)), isFresh: true)
  }

  /// Nil where the first vault of all is to be made.
  private func findNow(_ named: NotePath?) throws(StartError) -> Found? {
    if let named {
      switch kind(of: named) {
      case .folder: return Found(folder: real(named))
      // A note named on the command line is opened in its folder.
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

/// Paths without links.
enum RealPath {
  /// Nil where nothing is there.
  static func of(_ path: NotePath) -> NotePath? {
    (try? Posix.realPath(path.bytes)).map { NotePath(bytes: $0) }
  }
}

/// Why the program cannot start.
enum StartError: Error, Equatable {
  case noFolder(String)
  /// There is no vault of any kind yet.
  case noVault(String)
  case notAFolder(String)
  case unknownCommand(String, nearest: String?)
  case cannotMake(String)
  case unfinished(String, String)

  /// A word that is neither a command nor a folder: one was meant, and it is unknown which.
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
