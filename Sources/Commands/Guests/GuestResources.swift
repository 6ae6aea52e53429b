import Bytes
import Entities
import JsonRpc
import Mcp
import NoteList
import Services
import VaultSettings

/// Notes as resources: `notes:///daily/2026-03-02.md`.
struct GuestResources: McpResources {
  let tools: GuestTools

  private static let prefix = "notes:///"
  private static let pageSize = 200

  var template: (address: String, variable: String) { (Self.prefix + "{+path}", "path") }

  private static func address(of note: NoteID) -> String {
    let safe = Set("/-._~".utf8)
    return prefix
      + Percent.text(of: note.path.bytes) { byte in
        safe.contains(byte) || Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
          || (0x30...0x39).contains(byte)
      }
  }

  func list(after cursor: String?) async throws(RpcError) -> McpPage {
    guard let start = cursor.map({ Int($0) }) ?? 0, start >= 0 else {
      throw RpcError(.invalidParams, "there is no page with this cursor")
    }
    do throws(McpToolFailure) {
      let guest = try await tools.open()
      let notes = try await catalog(guest)
      var page = McpPage([])
      var index = start
      while index < notes.count, page.resources.count < Self.pageSize {
        for note in notes.notes(in: index..<min(notes.count, index + Self.pageSize)) {
          if page.resources.count == Self.pageSize { break }
          index += 1
          if !guest.isShown(note.id) { continue }
          page.resources.append(
            (
              Self.address(of: note.id), VisibleText.of(note.id.path.text),
              VisibleText.of(note.title)
            ))
        }
      }
      if index < notes.count { page.next = "\(index)" }
      return page
    } catch {
      throw RpcError(.internal, error.message)
    }
  }

  private func catalog(_ guest: GuestVault) async throws(McpToolFailure) -> any NoteCatalog {
    var request = CatalogRequest()
    request.order = .name
    request.folder = tools.limits.folder
    request.tag = tools.limits.tags.first
    return try await mending(ofIndex: await guest.vault.notes.notes(request))
  }

  func read(_ address: String) async throws(RpcError) -> String? {
    guard address.hasPrefix(Self.prefix),
      let bytes = Percent.decoded(address.utf8.dropFirst(Self.prefix.utf8.count))
    else { return nil }
    let path = NotePath(bytes: bytes)
    do throws(McpToolFailure) {
      let guest = try await tools.open()
      guard !path.isHidden, path.bytes.first != UInt8(ascii: "/"), guest.isShown(NoteID(path)),
        let note = await guest.vault.notes.note(at: path)
      else { return nil }
      let content = try await mending(ofStore: await guest.vault.read(note.id))
      let shown = GuestTools.cut(content.bytes[...], 256 << 10)
      let more = content.bytes.count - shown.count
      return VisibleText.of(shown) + (more > 0 ? "\n<\(more) more bytes: use the tool read>" : "")
    } catch {
      throw RpcError(.internal, error.message)
    }
  }

  func completions(of start: String) async -> (values: [String], hasMore: Bool) {
    guard let guest = try? await tools.open(), let notes = try? await catalog(guest) else {
      return ([], false)
    }
    var values: [String] = []
    GuestTools.forEach(notes.count, { notes.titles(in: $0) }) { note in
      let path = note.id.path.text
      if guest.isShown(note.id), path.lowercased().hasPrefix(start.lowercased()) {
        values.append(VisibleText.of(path))
      }
      return values.count <= 100
    }
    return (Array(values.prefix(100)), values.count > 100)
  }
}
