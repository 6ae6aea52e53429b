import CMinizip
import Entities
import Files
import Glibc

/// The files of a zip, as minizip reads it.
final class ZipSource: SourceContainer {
  private(set) var files: [SourceFile] = []
  private(set) var problems: [SourceFailure] = []
  private let file: Descriptor
  private let name: String
  /// Where minizip finds each file again.
  private var positions: [unz64_file_pos] = []
  private var zip: unzFile?

  /// A file that says to become so many times larger is a bomb, unless it is small.
  private static let largestRatio: UInt64 = 100
  private static let smallEnough: UInt64 = 16 << 20
  private static let longestName = 1 << 12

  /// An empty archive begins with its end.
  static func begins(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x50, 0x4b, 3, 4]) || head.starts(with: [0x50, 0x4b, 5, 6])
  }

  init(_ file: consuming Descriptor, named name: String) {
    self.file = file
    self.name = name
    zip = unzOpen64("/proc/self/fd/\(self.file.raw)")
    guard zip != nil else {
      problems.append(.malformed(name, reason: "its list of files cannot be read"))
      return
    }
    var answer = unzGoToFirstFile(zip)
    while answer == UNZ_OK {
      guard files.count <= SourceTree.mostEntries else { return }
      addCurrent()
      answer = unzGoToNextFile(zip)
    }
    if answer != UNZ_END_OF_LIST_OF_FILE {
      problems.append(.malformed(name, reason: "its list of files ends early"))
    }
  }

  deinit {
    if let zip { unzClose(zip) }
  }

  private func addCurrent() {
    var facts = unz_file_info64()
    var position = unz64_file_pos()
    var bytes = [UInt8](repeating: 0, count: Self.longestName)
    var extra = [UInt8](repeating: 0, count: Self.longestName)
    let answer = unzGetCurrentFileInfo64(
      zip, &facts, &bytes, UInt(bytes.count), &extra, UInt(extra.count), nil, 0)
    guard answer == UNZ_OK, unzGetFilePos64(zip, &position) == UNZ_OK else {
      problems.append(.malformed(name, reason: "a file's entry cannot be read"))
      return
    }
    let path = Self.text(bytes.prefix(min(Int(facts.size_filename), bytes.count)))
    if path.hasSuffix("/") || path.hasSuffix("\\") { return }
    let kind = mode_t(facts.external_fa >> 16) & S_IFMT
    if kind == S_IFLNK { return problems.append(.refused(path, reason: "it is a link")) }
    if facts.flag & 1 != 0 { return problems.append(.encrypted(path)) }
    guard
      facts.uncompressed_size <= Self.smallEnough
        || facts.uncompressed_size / Self.largestRatio <= facts.compressed_size,
      let size = Int(exactly: facts.uncompressed_size)
    else {
      let ratio = "more than \(Self.largestRatio) times larger than it is in there"
      return problems.append(.refused(path, reason: "it says to be \(ratio)"))
    }
    positions.append(position)
    files.append(
      SourceFile(
        path: path, size: size,
        modified: Self.modified(extra.prefix(min(Int(facts.size_file_extra), extra.count)))))
  }

  /// Names are UTF-8, or in the letters of an old PC; whole paths of Windows have other slashes.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    return text.contains("/") ? text : String(text.map { $0 == "\\" ? "/" : $0 })
  }

  /// The time in UTC that most programs add. The zip's own time is of a clock on a wall somewhere.
  private static func modified(_ extra: ArraySlice<UInt8>) -> Timestamp? {
    var rest = extra
    while rest.count >= 4 {
      let bytes = Array(rest.prefix(9))
      let count = Int(bytes[2]) | Int(bytes[3]) << 8
      if bytes[0] == 0x55, bytes[1] == 0x54, count >= 5, bytes.count == 9, bytes[4] & 1 != 0 {
        let seconds = bytes[5..<9].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Timestamp(seconds: Int64(Int32(bitPattern: seconds)))
      }
      rest = rest.dropFirst(4 + count)
    }
    return nil
  }

  func stream(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    let path = files[index].path
    guard unzGoToFilePos64(zip, &positions[index]) == UNZ_OK, unzOpenCurrentFile(zip) == UNZ_OK
    else {
      throw .malformed(path, reason: "it cannot be read out of \(name)")
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: sourcePart, alignment: 16)
    defer { buffer.deallocate() }
    var count = 0
    do throws(SourceFailure) {
      while true {
        let got = Int(unzReadCurrentFile(zip, buffer.baseAddress, UInt32(buffer.count)))
        if got == 0 { break }
        count += max(0, got)
        guard got > 0, count <= files[index].size else {
          throw .malformed(path, reason: "what is in \(name) under this name is broken")
        }
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      }
    } catch {
      unzCloseCurrentFile(zip)
      throw error
    }
    guard unzCloseCurrentFile(zip) == UNZ_OK, count == files[index].size else {
      throw .malformed(path, reason: "it is not as it was put into \(name)")
    }
  }
}
