/// Holds back whatever passes it until a test opens it.
package actor Latch {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init() {}

  package func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  package func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
