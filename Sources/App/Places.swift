import Viper

extension Wireframe {
  /// The modules that their name alone opens: `notes://help`. `make module` adds a line.
  var places: [String: () -> Route] {
    [
      "help": { help(on: nil) }
      // more places
    ]
  }
}
