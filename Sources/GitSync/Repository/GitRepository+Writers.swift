import Bytes
import Entities

/// The names for one side of a merge: who wrote it.
struct SideName: Equatable, Sendable {
  /// The author of the side's last commit that is not a merge.
  var usual: String
  /// The authors of the files that the side changed.
  var writers: [NotePath: String] = [:]

  /// Returns `laptop 2026-03-02 09:00`.
  func of(_ path: NotePath) -> String { writers[path] ?? usual }
}

extension GitRepository {
  /// Returns the names from the commits that `base` lacks, without merges: those are the program's,
  /// not a device's. It depends on the commits alone, so each device gets the same.
  func side(at tip: String, since base: String?) async throws(GitError) -> SideName {
    // An empty entry, three of the commit, then paths. Git begins the first path with a line feed.
    var call = GitCall(
      "log", "--no-merges", "--format=%x00%H%x00%an%x00%ct", "--name-only", "--no-renames", "-z",
      try Self.checked(tip))
    if let base { call.arguments += ["--not", try Self.checked(base)] }
    let entries = try await run(with(call, vault)).output
      .split(separator: 0, omittingEmptySubsequences: false)
    var latest: [NotePath: Writer] = [:]
    var (last, writer): (Writer?, Writer?) = (nil, nil)
    var index = 0
    while index < entries.count {
      var path = entries[index][...]
      index += 1
      if path.isEmpty {
        guard index + 2 < entries.count, let found = Writer(entries[index...].prefix(3)) else {
          continue
        }
        index += 3
        writer = found
        last = max(last ?? found, found)
        continue
      }
      if path.first == Byte.lineFeed { path.removeFirst() }
      guard let writer, path.starts(with: prefix.utf8) else { continue }
      let note = NotePath(bytes: Array(path.dropFirst(prefix.utf8.count)))
      latest[note] = max(latest[note] ?? writer, writer)
    }
    guard let last else { return SideName(usual: CommitWords.side(try await commitFacts(tip))) }
    return SideName(usual: last.side, writers: latest.mapValues(\.side))
  }
}

/// A commit with its author, ordered by date.
private struct Writer: Comparable {
  var date: Int
  var hash: String
  var author: String

  init?(_ entries: ArraySlice<ArraySlice<UInt8>>) {
    let words = entries.map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, let date = Int(words[2]) else { return nil }
    (self.date, hash, author) = (date, words[0], words[1])
  }

  var side: String { CommitWords.side(author, date) }

  static func < (one: Writer, other: Writer) -> Bool {
    (one.date, one.hash) < (other.date, other.hash)
  }
}
