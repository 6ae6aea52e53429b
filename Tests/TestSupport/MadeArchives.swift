import CMinizip

/// Archives of a test's own.
package enum MadeArchives {
  /// A zip of these files; `names` are written as they are. Links are as Unix has them.
  package static func zip(
    _ files: [(name: String, bytes: [UInt8])], links: [(name: String, target: String)] = [],
    to path: String
  ) {
    let zip = zipOpen64(path, 0)
    func add(_ name: String, _ bytes: [UInt8], mode: UInt = 0) {
      var facts = zip_fileinfo()
      facts.external_fa = mode << 16
      zipOpenNewFileInZip64(
        zip, name, &facts, nil, 0, nil, 0, nil, Z_DEFLATED, Z_DEFAULT_COMPRESSION, 0)
      zipWriteInFileInZip(zip, bytes, UInt32(bytes.count))
      zipCloseFileInZip(zip)
    }
    for file in files { add(file.name, file.bytes) }
    for link in links { add(link.name, Array(link.target.utf8), mode: 0o120777) }
    zipClose(zip, nil)
  }

  /// A tar of these files, as POSIX has it.
  package static func tar(
    _ files: [(name: String, bytes: [UInt8])], kind: Character = "0", link: String = ""
  ) -> [UInt8] {
    var tar: [UInt8] = []
    for file in files {
      var head = [UInt8](repeating: 0, count: 512)
      func write(_ text: String, at offset: Int) {
        for (index, byte) in text.utf8.enumerated() { head[offset + index] = byte }
      }
      func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
      }
      write(file.name, at: 0)
      write(octal(0o644, 7), at: 100)
      write(octal(file.bytes.count, 11), at: 124)
      write(octal(1_600_000_000, 11), at: 136)
      write("        ", at: 148)
      write(String(kind), at: 156)
      write(link, at: 157)
      write("ustar\u{0}00", at: 257)
      write(octal(head.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
      tar += head + file.bytes
      tar += [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
    }
    return tar + [UInt8](repeating: 0, count: 1024)
  }
}
