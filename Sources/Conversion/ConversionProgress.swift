package import Services

/// Told of each step; false stops the work before the next one.
package typealias ConversionWatch = @Sendable (ConversionProgress) -> Bool

/// What a conversion did, and what it left.
package struct ConversionReport: Equatable, Sendable {
  package var files = 0
  /// What a person should know, whole sentences.
  package var notes: [String] = []

  package init(files: Int = 0, notes: [String] = []) {
    self.files = files
    self.notes = notes
  }
}

/// Counts, and asks whether to go on.
struct Watching: Sendable {
  private var progress: ConversionProgress
  private let watch: ConversionWatch

  init(_ progress: ConversionProgress, _ watch: @escaping ConversionWatch) {
    self.progress = progress
    self.watch = watch
  }

  mutating func begin(_ step: ConversionProgress) throws(ConversionError) {
    progress = step
    try tell()
  }

  mutating func didFile(_ bytes: Int) throws(ConversionError) {
    progress.files += 1
    progress.bytes += bytes
    try tell()
  }

  /// In the middle of a large file.
  func check() throws(ConversionError) { try tell() }

  private func tell() throws(ConversionError) {
    if !watch(progress) { throw .cancelled }
  }
}
