extension AgeHeader {
  /// All bytes but the code behind `---`.
  static func proved(_ stanzas: [AgeStanza]) -> [UInt8] {
    var text = version + [UInt8(ascii: "\n")]
    for stanza in stanzas {
      text += "->".utf8
      for word in [stanza.kind] + stanza.arguments { text += [UInt8(ascii: " ")] + word }
      text.append(UInt8(ascii: "\n"))
      let body = Base64.encoded(stanza.body)
      // The last line is a short one, if need be an empty one.
      for start in stride(from: 0, through: body.count, by: columns) {
        text += body[start..<min(start + columns, body.count)]
        text.append(UInt8(ascii: "\n"))
      }
    }
    return text + "---".utf8
  }

  /// The header as it stands in a file.
  var written: [UInt8] {
    proved + [UInt8(ascii: " ")] + Base64.encoded(code) + [UInt8(ascii: "\n")] + nonce
  }
}
