/// The options of one command line with their values, each as often as it was given.
///
/// There are a handful at most: a list is looked through sooner than a dictionary is made.
package struct GivenOptions: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private struct Given: Equatable {
    var name: OptionName
    var values: [RawArgument]
  }

  /// In the order of their names, so that the order on the command line makes no difference.
  private var given: [Given] = []

  package init() {}

  package init(dictionaryLiteral elements: (OptionName, [RawArgument])...) {
    for (name, values) in elements {
      for value in values { append(value, to: name) }
    }
  }

  /// What was given with an option; nil where it was not given.
  package subscript(name: OptionName) -> [RawArgument]? {
    given.first { $0.name == name }?.values
  }

  mutating func append(_ value: RawArgument, to name: OptionName) {
    if let place = given.firstIndex(where: { $0.name == name }) {
      given[place].values.append(value)
      return
    }
    let place = given.firstIndex { $0.name.rawValue > name.rawValue } ?? given.endIndex
    given.insert(Given(name: name, values: [value]), at: place)
  }
}
