import Folding

/// A tag and those below it, among the keys of tags.
enum TagKey {
  static func range(_ tag: String) -> (key: [UInt8], from: [UInt8], to: [UInt8]) {
    let key = Folding.name(
      tag.utf8.first == UInt8(ascii: "#") ? tag.dropFirst().utf8 : tag[...].utf8)
    return (key, key + [UInt8(ascii: "/")], key + [UInt8(ascii: "/") + 1])
  }

  /// Whether this tag is meant by the other, or stands below it.
  static func isBelow(_ key: [UInt8], _ tag: [UInt8]) -> Bool {
    key == tag || key.starts(with: tag) && key[tag.count] == UInt8(ascii: "/")
  }
}
