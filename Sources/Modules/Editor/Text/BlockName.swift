/// The name of a block, which follows the `^` at the end of a line.
enum BlockName {
  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
          || (0x61...0x7a).contains(byte | 0x20)
      }
  }
}
