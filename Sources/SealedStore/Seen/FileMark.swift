/// Tells one sealed file from every other, by the code of its header: each save makes a new one, since
/// each file has keys of its own, and only a copy has the same. Nobody can choose it without the keys.
struct FileMark: Hashable, Sendable {
  let bits: UInt64

  /// Of a file that cannot be opened.
  static let none = FileMark(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  /// Its first eight bytes do: a vault has far fewer files.
  init(headerCode: [UInt8]) {
    bits = headerCode.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
