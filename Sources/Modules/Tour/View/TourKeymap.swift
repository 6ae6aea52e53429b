import Terminal

/// The keys of the tour. Each step also has keys of its own.
enum TourKeymap {
  static let map = Keymap<TourCommand>([
    .init(["Enter", "Right"], .next, "go on", hint: "go on"),
    .init(["Left", "Backspace"], .back, "the step before", hint: "back"),
    .init(["Esc", "q"], .close, "end the tour", hint: "end"),
  ]).titled("Tour")
}
