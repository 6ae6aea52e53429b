import TextEngine

/// What far lines make of what is in sight is learned while nobody types.
extension EditorPresenter {
  struct Learning {
    /// What comes next; nil: nothing.
    var planned: Part?
    /// Names what was planned last.
    var number = 0
    /// Slices since the last rest.
    var slices = 0

    enum Part {
      /// What stands right behind an edit: little, and perhaps in sight.
      case near
      /// All that is not known yet.
      case far
    }

    /// Far lines leave whoever types in peace.
    static let afterTyping = Duration.milliseconds(100)
    static let soon = Duration.milliseconds(1)
    /// Bytes at a time. A key that comes just then waits for them.
    static let slice = 1 << 14
    /// So many, each after a look for keys, before others have the processor for a while.
    static let slicesBeforeRest = 4

    mutating func pause(after part: Part) -> Duration {
      if part == .near { return Self.afterTyping }
      slices = (slices + 1) % Self.slicesBeforeRest
      return slices == 0 ? Self.soon : .zero
    }
  }

  func learnBehind(_ part: Learning.Part = .far) {
    if learning.planned == part || learning.planned == .near { return }
    learn(part, after: Learning.soon)
  }

  private func learn(_ part: Learning.Part, after pause: Duration) {
    learning.planned = part
    learning.number += 1
    let number = learning.number
    interactor.whenNobodyWaits(for: pause) { [weak self] in
      guard let self, self.learning.number == number else { return }
      self.learning.planned = nil
      let progress = self.page.learn(self.interactor.text, Learning.slice)
      if progress.changesVisible { self.updateRows() }
      if !progress.isFinished { self.learn(.far, after: self.learning.pause(after: part)) }
    }
  }
}
