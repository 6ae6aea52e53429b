import TestSupport
import TextEngine

/// What the text and the engine of one run are like, as its seed says.
struct FuzzSetting {
  enum Size { case small, middle, large }

  let size: Size
  let rope: RopeLimits
  let wrapped: LayoutLimits
  let sideways: LayoutLimits
  let spacing: Int
  let sectionSize: Int
  /// How long the text grows before a part of it is taken out.
  let most: Int
  let steps: Int
  /// All is compared once in this number of steps.
  let thoroughness: Int

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    switch Int.random(in: 0..<100, using: &random) {
    case ..<88: size = .small
    case ..<98: size = .middle
    default: size = .large
    }
    if size == .small {
      // Deep trees, parts and checkpoints in texts small enough to check completely.
      rope = Bool.random(using: &random) ? RopeLimits(leaf: 16, fanout: 4) : Self.usual
      let isTiny = Bool.random(using: &random)
      wrapped =
        isTiny
        ? LayoutLimits(longestPart: 120, part: 50, lookBack: 45, longestPrefix: 20)
        : LayoutLimits(longestPart: 1 << 20, part: 1 << 19)
      sideways = wrapped
      spacing = 30
      sectionSize = 64
      most = 1_200
      steps = 150
      thoroughness = 1
      return
    }
    rope = Self.usual
    wrapped = LayoutLimits(longestPart: 8 * 1024, part: 4 * 1024)
    sideways = LayoutLimits(longestPart: 2 * 1024, part: 1024)
    spacing = 2_048
    sectionSize = 1 << 12
    most = size == .middle ? 40_000 : 1_000_000
    steps = size == .middle ? 60 : 40
    thoroughness = size == .middle ? 6 : 40
  }

  private static let usual = RopeLimits(leaf: 4096, fanout: 32)
}
