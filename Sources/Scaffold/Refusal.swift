/// Why nothing was generated: what failed, on what, and what can be done, for a person to read.
struct Refusal: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
