import CSQLite
import Glibc

/// The tokenizer `notes` of FTS5. Text that was taken apart already begins with `prepared` and has
/// its words between blanks; any other is taken apart by `WordSplitter`.
enum WordTokenizer {
  static let prepared: UInt8 = 1
  static let separator = UInt8(ascii: " ")

  static func register(on connection: OpaquePointer) throws(DatabaseError) {
    guard let api = csqlite_fts5(connection) else {
      throw DatabaseError(code: SQLITE_MISUSE, reason: "this SQLite lacks full-text search")
    }
    var tokenizer = fts5_tokenizer(
      xCreate: { _, _, _, tokenizer in
        // It keeps nothing, but FTS5 wants to see an address.
        tokenizer?.pointee = OpaquePointer(malloc(1))
        return tokenizer?.pointee == nil ? SQLITE_NOMEM : SQLITE_OK
      },
      xDelete: { free(UnsafeMutableRawPointer($0)) },
      xTokenize: { _, context, flags, text, count, take in
        guard let text, let take, count > 0 else { return SQLITE_OK }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        return bytes.first == WordTokenizer.prepared
          ? WordTokenizer.readPrepared(text, Int(count), context, take)
          : WordTokenizer.readText(bytes, isQuery: flags & FTS5_TOKENIZE_QUERY != 0, context, take)
      })
    let answer = api.pointee.xCreateTokenizer(api, "notes", nil, &tokenizer, nil)
    guard answer == SQLITE_OK else { throw DatabaseError(answer, connection) }
  }

  private typealias Take =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

  private static func readPrepared(
    _ text: UnsafePointer<CChar>, _ count: Int, _ context: UnsafeMutableRawPointer?, _ take: Take
  ) -> Int32 {
    var start = 1
    while start < count {
      let rest = count - start
      let end = memchr(text + start, Int32(separator), rest).map {
        UnsafePointer<CChar>($0.assumingMemoryBound(to: CChar.self)) - text
      }
      let length = (end ?? count) - start
      if length > 0 {
        let answer = take(
          context, 0, text + start, Int32(length), Int32(start), Int32(start + length))
        guard answer == SQLITE_OK else { return answer }
      }
      start += length + 1
    }
    return SQLITE_OK
  }

  private static func readText(
    _ bytes: UnsafeRawBufferPointer, isQuery: Bool, _ context: UnsafeMutableRawPointer?,
    _ take: Take
  ) -> Int32 {
    var answer = SQLITE_OK
    var splitter = WordSplitter()
    bytes.withMemoryRebound(to: UInt8.self) { text in
      splitter.split(text) { word, range, kind in
        // The last of a run is a word only where the run ends, and a query's run may go on.
        if answer != SQLITE_OK || isQuery && kind == .last { return }
        answer = word.withMemoryRebound(to: CChar.self) {
          take(
            context, 0, $0.baseAddress, Int32($0.count), Int32(range.lowerBound),
            Int32(range.upperBound))
        }
      }
    }
    return answer
  }
}
