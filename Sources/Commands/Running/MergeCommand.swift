import Bytes
import Cells
import Comparing
import Entities
import Files
import Merging
import Vault

/// Merges three versions of one file, for git and for manual use.
@MainActor
struct MergeCommand {
  let context: CommandContext

  private static let limit = 64 << 20

  func merge(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let length = try marks(request)
    let mine = try request.argument(at: 1)
    let (base, one, other) = (
      try read(request.argument(at: 0)), try read(mine), try read(request.argument(at: 2))
    )
    let path = NotePath(bytes: request.options[.path]?.first?.bytes ?? mine.bytes)
    // If there is no common version, git passes an empty one.
    let merged = FileMerge.merge(
      at: path, base: base.isEmpty ? nil : base, one: one, other: other,
      names: ConflictNames("mine", "theirs", length: length))
    guard let merged else {
      throw CommandFailure(
        "\(path.text) cannot be merged line by line: it is not text, or the versions share none. Keep one"
          + " of them, or say which kind of file it is with --path NAME.md.")
    }
    let file = try context.streams.openOutput(
      request.options[.output]?.first ?? mine, isPrivate: false)
    do {
      try merged.bytes.withUnsafeBytes { try file.sink.write($0) }
    } catch {
      throw CommandFailure("the result could not be written: \(Self.reason(of: error)).")
    }
    try file.finish()
    let results = ResultWriter(request, context.output)
    results.add(JSONMember.path(path) + [JSONMember("conflicts", .number(merged.conflicts))]) { "" }
    results.finish()
    if merged.conflicts > 0 {
      context.output.message(
        "\(path.text): \(merged.conflicts == 1 ? "one conflict is" : "\(merged.conflicts) conflicts are")"
          + " marked in the text.")
    }
    return merged.conflicts > 0 ? .failed : .done
  }

  /// Returns the length of conflict marks. Git passes a longer one for a merge of merges.
  private func marks(_ request: CommandRequest) throws(CommandFailure) -> Int {
    guard let written = request.options[.marks]?.last?.text else { return ConflictMark.shortest }
    guard let length = Int(written), (1...100).contains(length) else {
      throw CommandFailure("--marks wants a number from 7 to 100, not “\(written)”.", code: .usage)
    }
    return length
  }

  private func read(_ path: RawArgument) throws(CommandFailure) -> [UInt8] {
    let source = try context.streams.openInput(path)
    var (bytes, room) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count: Int
      do {
        count = try room.withUnsafeMutableBytes { try source.read($0) }
      } catch {
        throw CommandFailure("\(path.text) cannot be read: \(Self.reason(of: error)).")
      }
      if count == 0 { return bytes }
      bytes += room[..<count]
      if bytes.count > Self.limit {
        throw CommandFailure("\(path.text) is larger than 64 MB, too large to be merged.")
      }
    }
  }

  private static func reason(of error: any Error) -> String {
    (error as? SystemError)?.reason ?? "\(error)"
  }
}
