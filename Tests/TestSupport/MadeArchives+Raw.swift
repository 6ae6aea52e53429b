import CMinizip

/// Archives whose every field a test chooses.
extension MadeArchives {
  package struct RawFile {
    package var name: String
    package var bytes: [UInt8]
    /// As `stat` has it, in a zip made on Unix.
    package var mode = 0o100_644
    /// Sizes are in a field of their own, as for files beyond four gigabytes.
    package var isFar = false
    /// What the directory says instead of the size.
    package var claimed: Int?

    package init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A zip of stored files.
  package static func rawZip(_ files: [RawFile]) -> [UInt8] {
    var (zip, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let name = Array(file.name.utf8)
      let crc = Int(crc32(0, file.bytes, UInt32(file.bytes.count)))
      let (offset, size) = (zip.count, file.claimed ?? file.bytes.count)
      zip += [0x50, 0x4b, 3, 4] + little(45, 2) + little(0, 2) + little(0, 2) + little(0, 4)
      zip += little(crc, 4) + little(file.bytes.count, 4) + little(size, 4)
      zip += little(name.count, 2) + little(0, 2) + name + file.bytes
      let far =
        file.isFar
        ? little(1, 2) + little(16, 2) + little(size, 8) + little(file.bytes.count, 8) : []
      directory += [0x50, 0x4b, 1, 2] + little(3 << 8 | 45, 2) + little(45, 2) + little(0, 2)
      directory += little(0, 2) + little(0, 4) + little(crc, 4)
      directory += little(file.isFar ? 0xffff_ffff : file.bytes.count, 4)
      directory += little(file.isFar ? 0xffff_ffff : size, 4)
      directory += little(name.count, 2) + little(far.count, 2) + little(0, 2) + little(0, 2)
      directory += little(0, 2) + little(file.mode << 16, 4) + little(offset, 4) + name + far
    }
    let end = [0x50, 0x4b, 5, 6] + little(0, 4) + little(files.count, 2) + little(files.count, 2)
    return zip + directory + end + little(directory.count, 4) + little(zip.count, 4) + little(0, 2)
  }

  /// As `gzip` compresses it.
  package static func gzip(_ bytes: [UInt8], to path: String) {
    let file = gzopen(path, "wb")
    gzwrite(file, bytes, UInt32(bytes.count))
    gzclose(file)
  }
}
