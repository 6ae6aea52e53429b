import Viper

/// Opens notes by any of their names: `:e NAME`, `:b NAME`, and the names that Tab offers.
extension EditorFiles {
  func edit(_ name: String) {
    switch name {
    case "": reload()
    case "#": openAlternate()
    case "%": scene.showState()
    default: if mayGoOn() { navigation.open(typedName: name) }
    }
  }

  /// `:e` alone reads the file again, which the text follows anyway.
  private func reload() {
    guard mayLeave() else { return }
    scene.interactor.start(.compareWithFile)
    showFile()
  }

  func openAlternate() { if mayGoOn() { navigation.go(toRecentNamed: "#") } }

  // MARK: - Completing the command line

  func completeName(_ typed: String) {
    scene.wait()
    scene.interactor.ask(.names(begunBy: typed)) { [weak self] names in
      guard let self else { return }
      scene.release {
        if names.isEmpty { self.scene.showMessage(EditorWords.noNoteBegins(typed)) }
        self.scene.interactor.perform(.complete(names))
        self.scene.showKeys()
      }
    }
  }
}
