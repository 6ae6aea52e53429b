import CMd5

/// The digest by which Evernote names files.
enum Md5 {
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    var context = MD5_CTX()
    MD5Init(&context)
    MD5Update(&context, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    MD5Final(&digest, &context)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
