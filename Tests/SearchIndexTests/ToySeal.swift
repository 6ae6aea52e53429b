import Files
import Synchronization

/// Replaces real encryption in tests of the layers above: every bit is flipped, and changed or
/// moved bytes are detected. It hides nothing from a determined reader.
enum ToySeal {
  static func make() -> BlockSeal {
    let nonces = Mutex<UInt64>(1)
    return BlockSeal(
      close: { name, block, plain, closed in
        let nonce = nonces.withLock { nonces in
          nonces += 1
          return nonces
        }
        turn(plain, nonce ^ block, into: UnsafeMutableRawBufferPointer(rebasing: closed[24...]))
        closed.storeBytes(of: nonce, as: UInt64.self)
        for offset in stride(from: 8, to: 24, by: 8) {
          closed.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
        }
        let end = 24 + plain.count
        let sum = sum(name, block, UnsafeRawBufferPointer(rebasing: closed[..<end]))
        for part in 0..<16 {
          closed[end + part] = UInt8(truncatingIfNeeded: sum >> UInt64(part % 8 * 8))
        }
        return true
      },
      open: { name, block, closed, plain in
        let end = 24 + plain.count
        let sum = sum(name, block, UnsafeRawBufferPointer(rebasing: closed[..<end]))
        for part in 0..<16
        where closed[end + part] != UInt8(truncatingIfNeeded: sum >> UInt64(part % 8 * 8)) {
          return false
        }
        let nonce = closed.loadUnaligned(as: UInt64.self)
        turn(UnsafeRawBufferPointer(rebasing: closed[24..<end]), nonce ^ block, into: plain)
        return true
      })
  }

  private static func turn(
    _ from: UnsafeRawBufferPointer, _ seed: UInt64, into: UnsafeMutableRawBufferPointer
  ) {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    for index in from.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      into[index] = from[index] ^ UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  private static func sum(
    _ name: UnsafeRawBufferPointer, _ block: UInt64, _ bytes: UnsafeRawBufferPointer
  ) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325 ^ block
    for byte in name { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return sum
  }
}
