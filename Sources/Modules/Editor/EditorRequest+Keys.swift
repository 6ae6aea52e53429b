import Regex
import TextEngine
import Viper

/// What is shown about a search of vim's keys, without holding up the next key.
extension EditorRequest {
  /// Texts up to this are searched on the main actor.
  private static var small: Int { 1 << 16 }

  /// Where the search that is being typed goes.
  static func target(
    of seek: @escaping KeyDisplay.Search.Seek, within budget: RegexBudget
  ) -> Self where Answer == Range<ByteOffset>? {
    Self(name: "target", else: nil) { interactor in
      let text = interactor.text
      return { seek(text, budget) }
    }
  }

  /// The number of the match at the cursor.
  static func number(
    of finder: any MatchFinder, within budget: RegexBudget
  ) -> Self where Answer == MatchNumber? {
    Self(name: "number of a match") { interactor, deliver in
      let text = interactor.text
      let offset = interactor.session.machine?.display.cursorOffset
      let cursor = offset ?? interactor.session.selections.main.head
      if text.byteCount <= small {
        let instant = RegexBudget(RegexBudget.instant)
        return deliver(finder.number(ofMatchAt: cursor, in: text, within: instant))
      }
      interactor.scope.run(
        { finder.number(ofMatchAt: cursor, in: text, within: budget) },
        then: { deliver((try? $0.get()) ?? nil) })
    }
  }
}
