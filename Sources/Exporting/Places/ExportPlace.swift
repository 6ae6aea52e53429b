import Entities
import Files
import Services

/// Where an export may go.
enum ExportPlace {
  /// Throws where something of the person's would be written over, or into the vault.
  static func check(_ request: ExportRequest, outside root: NotePath) throws(ExportError) {
    let path = request.destination
    let (folder, vault): (NotePath, NotePath)
    do throws(SystemError) {
      folder = NotePath(bytes: try Posix.realPath(path.parent.bytes))
      vault = NotePath(bytes: try Posix.realPath(root.bytes))
    } catch {
      throw .unwritable(path, reason: "its folder is not there (\(error.reason))")
    }
    let real = folder.appending(path.name)
    if real == vault || real.isBelow(vault) { throw .insideVault(path) }
    guard let facts = try? Posix.facts(path.bytes) else { return }
    guard request.makesFolder, facts.kind == .folder, let names = names(in: path) else {
      throw .taken(path)
    }
    let isEarlier =
      request.replacesEarlier && names.contains(NewFolder.marker(request.format).bytes)
    if !names.isEmpty, !isEarlier { throw .taken(path) }
  }

  private static func names(in folder: NotePath) -> [[UInt8]]? {
    guard let open = try? Posix.openFolder(folder.bytes) else { return nil }
    return try? Posix.names(in: open.raw)
  }
}

extension NotePath {
  /// The folder of an absolute path.
  var parent: NotePath { folder.bytes.isEmpty ? NotePath("/") : folder }
}
