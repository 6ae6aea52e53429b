import Bytes
import Cells
package import Entities
import JsonRpc
package import OpenVault
import Services
package import VaultSettings

/// An open vault, as the server of an editor uses it.
package struct LspVault: Sendable {
  let services: VaultServices
  let settings: SettingValues
  let clock: any WallClock
  /// The absolute paths of the vault's folder: as it was named, and where that leads.
  let folders: [NotePath]

  package init(
    _ services: VaultServices, in folders: [NotePath], by settings: SettingValues,
    _ clock: any WallClock
  ) {
    (self.services, self.folders, self.settings, self.clock) = (services, folders, settings, clock)
  }

  var links: any NoteLinks { services.queries.links }

  // MARK: Addresses

  /// Returns the note at an address of the editor. Other files, locked notes and what is outside of
  /// the vault are errors.
  func note(at uri: String) throws(RpcError) -> NoteID {
    let path = try path(at: uri)
    guard path.isOfNote, !path.isHidden else {
      throw RpcError(.invalidParams, "\(path.text) is not a note")
    }
    if path.isLocked {
      throw RpcError(.requestFailed, "\(path.text) is locked: its text is never sent")
    }
    return NoteID(path)
  }

  /// Returns the path of any file in the vault.
  func path(at uri: String) throws(RpcError) -> NotePath {
    let scheme = "file://"
    guard uri.hasPrefix(scheme), let slash = uri.dropFirst(scheme.count).firstIndex(of: "/"),
      let bytes = Percent.decoded(uri[slash...].utf8)
    else {
      throw RpcError(
        .invalidParams, "“\(Cells.visible(uri.cutInMessages))” is not a file's address")
    }
    let path = NotePath(bytes: bytes)
    for folder in folders where path.isBelow(folder) {
      let inside = NotePath(bytes: Array(bytes.dropFirst(folder.bytes.count + 1)))
      let parts = inside.bytes.split(separator: Byte.slash, omittingEmptySubsequences: false)
      let isPlain = parts.allSatisfy { part in
        !part.isEmpty && !part.contains(0) && !part.elementsEqual(".".utf8)
          && !part.elementsEqual("..".utf8)
      }
      if isPlain { return inside }
    }
    throw RpcError(
      .invalidParams, "\(path.shownText) is outside of the vault \(folders.first?.shownText ?? "")")
  }

  func uri(of path: NotePath) -> String {
    let whole = folders.first?.appending(path) ?? path
    return "file://"
      + Percent.text(of: whole.bytes) { byte in
        byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte))
          || "/-._~".utf8.contains(byte)
      }
  }
}

extension NotePath {
  fileprivate var shownText: String { Cells.visible(text.cutInMessages) }
}

/// What the answers to one request work with: the vault, the editor's texts, and its abilities.
@MainActor
struct LspAnswers {
  let vault: LspVault
  let documents: LspDocuments
  let client: LspClient

  /// Most rows of an answer that can be long.
  static let most = 5_000

  func uri(of note: NoteID) -> String { documents.uri(of: note) ?? vault.uri(of: note.path) }

  /// Returns the editor's text of a note, or the one on the disk.
  func page(of note: NoteID) async throws(RpcError) -> LspPage {
    if let page = try documents.page(of: note) { return page }
    return try await pageOnDisk(of: note)
  }

  func pageOnDisk(of note: NoteID) async throws(RpcError) -> LspPage {
    if note.path.isLocked {
      throw RpcError(.requestFailed, "\(note.path.text) is locked: its text is never sent")
    }
    let content = try await failing { () async throws(NoteStoreError) in
      try await vault.services.store.read(note)
    }
    return LspPage(note, uri(of: note), LspText(content.bytes, client.encoding))
  }

  func location(_ page: LspPage, _ range: Range<Int>) -> JSONValue {
    json(["uri": .string(page.uri), "range": page.text.json(range)])
  }
}

/// Throws the errors of services as answers of the protocol.
@MainActor
func failing<Value, Failure: ExplainedError>(
  _ body: () async throws(Failure) -> Value
) async throws(RpcError) -> Value {
  do throws(Failure) {
    return try await body()
  } catch {
    throw RpcError(.requestFailed, error.message)
  }
}
