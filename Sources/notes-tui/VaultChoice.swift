import App
import Entities
import FileStore
import Glibc
import Services

/// Finds the folder to open. On the very first use it makes one, with a welcome note.
@MainActor
struct VaultChoice {
  let environment: UserEnvironment

  func choose(_ asked: LaunchOptions) throws(StartError) -> LaunchOptions {
    var options = asked
    if let named = asked.vault {
      switch kind(of: named) {
      case .folder: break
      case .file:
        // A note named on the command line is opened in its folder.
        options.vault = named.folder
        options.place = options.place ?? "notes://editor/\(Self.encoded(named.name))"
      case .missing: throw .noFolder(named.text)
      }
      return options
    }
    let vault = NotePath(environment.defaultVault())
    if kind(of: vault) == .missing {
      if environment.vault != nil { throw .noFolder(vault.text) }
      try makeFirst(vault)
    }
    options.vault = vault
    return options
  }

  private func makeFirst(_ vault: NotePath) throws(StartError) {
    let vaults = Composition(
      environment: environment, clock: SystemClock(), scheduler: LoopScheduler()
    ).vaults
    let made = MainThread.wait { () async -> Result<VaultSummary, VaultError> in
      do throws(VaultError) {
        return .success(try await vaults.make(at: vault.text))
      } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = made { throw .cannotMake(error.message) }
  }

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

  private static func encoded(_ name: NotePath) -> String {
    name.bytes.reduce(into: "") { text, byte in
      let isPlain = byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "%")
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }
}

/// Why the program cannot start.
enum StartError: Error, Equatable {
  case noFolder(String)
  case cannotMake(String)

  var message: String {
    switch self {
    case .noFolder(let path):
      "notes-tui: there is no folder \(path). Make it with mkdir, or name another."
    case .cannotMake(let reason):
      "notes-tui: the first vault could not be made. \(reason)"
    }
  }
}
