import CZstd
import Files
import Glibc

/// Texts made small by zstd, alone or as what is different from another text.
enum ZstdText {
  /// Nil where there is no memory for it, or the library refuses.
  static func compressed(_ text: [UInt8], after base: [UInt8]? = nil) -> [UInt8]? {
    guard let context = ZSTD_createCCtx() else { return nil }
    defer { ZSTD_freeCCtx(context) }
    let reach = text.count + (base?.count ?? 0)
    // Level 3 for what a person types; beyond that time counts for more than room.
    set(context, ZSTD_c_compressionLevel, reach > 1 << 20 ? 1 : 3)
    if reach > 1 << 18 {
      // Without this the beginning of a large base would be out of sight at the end of the text.
      set(context, ZSTD_c_windowLog, windowLog(reach))
      set(context, ZSTD_c_enableLongDistanceMatching, 1)
    }
    let bound = ZSTD_compressBound(text.count)
    var count = 0
    let payload = [UInt8](unsafeUninitializedCapacity: bound) { room, filled in
      count = text.withUnsafeBytes { text in
        (base ?? []).withUnsafeBytes { base in
          if !base.isEmpty {
            // The base must stand until the next call ends.
            ZSTD_CCtx_refPrefix(context, base.baseAddress, base.count)
          }
          return ZSTD_compress2(context, room.baseAddress, bound, text.baseAddress, text.count)
        }
      }
      filled = ZSTD_isError(count) == 0 ? count : 0
    }
    return ZSTD_isError(count) == 0 ? payload : nil
  }

  /// Nil unless it comes to exactly this many bytes. The base must be the one it was made after.
  static func text(of payload: [UInt8], size: Int, after base: [UInt8]? = nil) -> [UInt8]? {
    guard let context = ZSTD_createDCtx() else { return nil }
    defer { ZSTD_freeDCtx(context) }
    var isWhole = false
    let text = [UInt8](unsafeUninitializedCapacity: size) { room, filled in
      let count = payload.withUnsafeBytes { payload in
        (base ?? []).withUnsafeBytes { base in
          if !base.isEmpty { ZSTD_DCtx_refPrefix(context, base.baseAddress, base.count) }
          return ZSTD_decompressDCtx(
            context, room.baseAddress, size, payload.baseAddress, payload.count)
        }
      }
      isWhole = ZSTD_isError(count) == 0 && count == size
      filled = isWhole ? count : 0
    }
    return isWhole ? text : nil
  }

  private static func set(_ context: OpaquePointer, _ parameter: ZSTD_cParameter, _ value: Int32) {
    // What is refused stays as it was; the text comes out the same.
    ZSTD_CCtx_setParameter(context, parameter, value)
  }

  private static func windowLog(_ reach: Int) -> Int32 {
    // The most that a reader takes without being told.
    min(27, Int32(Int.bitWidth - max(1, reach - 1).leadingZeroBitCount))
  }
}
