import Entities
import FakeTerminal
import Files
import SealedStore
import Services
import UIScripts
import Vault

/// A script's access to an encrypted vault, independent of the app.
struct ScriptedVault: ScriptVault {
  private let folder: SealedFolder
  private let root: [UInt8]

  /// Makes a vault in an empty folder.
  init(in folder: String, passphrase: String) throws {
    let root = try Posix.realPath(Array(folder.utf8))
    var word = Array(passphrase.utf8)
    let made = try VaultLock(root: root, workFactor: 1).make(passphrase: Secret(taking: &word))
    self.folder = SealedFolder(root: root, identity: made.identity, clock: ManualClock())
    self.root = root
  }

  func write(_ text: [UInt8], at path: String, modified: Timestamp) throws {
    let path = NotePath(path)
    let before = try file(at: path)
    _ = try folder.add(text, at: path, modified: modified)
    if let before {
      let root = try Posix.openFolder(root)
      try Posix.remove(before.fileName, in: root.raw)
    }
  }

  func content(of path: String) throws -> [UInt8]? {
    let path = NotePath(path)
    guard let id = try file(at: path) else { return nil }
    let reading = try folder.open(id, isTrashed: false, as: path)
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try part.withUnsafeMutableBytes { try reading.read(into: $0) }
      if count == 0 { return text }
      text += part[..<count]
    }
  }

  private func file(at path: NotePath) throws -> SealedID? {
    try folder.items().first {
      guard !$0.isTrashed, case .success(let content) = $0.content else { return false }
      return content.path == path
    }?.id
  }
}
