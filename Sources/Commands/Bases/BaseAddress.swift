import Bases
import Entities
import Services

/// Finds the `.base` file that a person means.
@MainActor
struct BaseAddress {
  let context: CommandContext
  let vault: CommandVault

  init(_ context: CommandContext, _ vault: CommandVault) {
    (self.context, self.vault) = (context, vault)
  }

  /// All of the vault's: each file is looked at for them.
  var bases: [NotePath] { vault.services.files.attachments().filter(\.isBase).sorted() }

  /// By its path from the vault's top or from here, with or without the ending, else by its name.
  func find(_ written: RawArgument) throws(CommandFailure) -> NotePath {
    let whole = AbsolutePath.of(written, from: context.folder)
    let here = AbsolutePath.inside(vault.folder, whole, following: context.realPath)
    let paths = written.isPlace ? [here] : [written.path, here]
    for path in paths.compactMap(\.self) {
      for ending in ["", ".base"] {
        let path = NotePath(bytes: path.bytes + Array(ending.utf8))
        if path.isBase, vault.services.files.fact(ofAttachment: path) != nil { return path }
      }
    }
    let bases = bases
    let name = written.text.lowercased()
    let named =
      written.isPlace
      ? []
      : bases.filter { [$0.stem.text.lowercased(), $0.name.text.lowercased()].contains(name) }
    if named.count == 1 { return named[0] }
    let shown = context.output.shown(written.bytes)
    if named.isEmpty {
      throw CommandFailure("there is no base “\(shown)”.", code: .notFound)
    }
    throw CommandFailure(
      "“\(shown)” fits \(named.count) bases; name one of them by its path:", code: .ambiguous,
      details: named.map { context.output.shown($0) })
  }

  func read(_ path: NotePath) throws(CommandFailure) -> BaseBytes {
    do throws(NoteStoreError) {
      return BaseBytes(path: path, bytes: try bytes(of: NoteID(path)))
    } catch {
      throw CommandFailure(error)
    }
  }

  private func bytes(of file: NoteID) throws(NoteStoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    // What is longer is refused by who reads it.
    while bytes.count <= 1 << 21 {
      let count = try vault.services.files.read(file, from: bytes.count, into: buffer)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

struct BaseBytes {
  var path: NotePath
  var bytes: [UInt8]
}
