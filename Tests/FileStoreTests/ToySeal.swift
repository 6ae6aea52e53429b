import Files

extension StateSeal {
  /// A substitute for real encryption: it scrambles every bit, detects changes and never produces
  /// the same sealed text twice. It offers no protection from an attacker.
  static let toy = StateSeal.toy(key: 0xa5a5_5a5a_c3c3_3c3c)

  static func toy(key: UInt64) -> StateSeal {
    StateSeal(
      close: { text in
        let nonce = UInt64.random(in: .min ... .max)
        return raw(nonce) + turned(text, key ^ nonce) + raw(Digest.of(text, seed: key ^ nonce))
      },
      open: { sealed in
        guard sealed.count >= 16 else { return nil }
        let nonce = number(sealed.prefix(8))
        let text = turned(Array(sealed[8..<(sealed.count - 8)]), key ^ nonce)
        return number(sealed.suffix(8)) == Digest.of(text, seed: key ^ nonce) ? text : nil
      },
      name: { bytes in
        String(decoding: Hex.digits(Digest.of(bytes, seed: key)), as: UTF8.self)
      })
  }

  private static func turned(_ bytes: [UInt8], _ seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    return bytes.map { byte in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return byte ^ UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  private static func raw(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
